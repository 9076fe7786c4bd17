import type { Config } from '../config.ts';
import type { Pack } from '../tool/packs.ts';

export const MODES = ['read_only', 'execute_with_confirm', 'full_access'] as const;
export type Mode = (typeof MODES)[number];

/** The name and version a client gives itself: for display only, never for a decision. */
export interface ClientName {
  readonly name: string;
  readonly version: string;
}

/** Variables of the step of a run. */
export interface SetByRun {
  /** Beside the arguments of the call, without secrets: a person sees them, and an answer holds for them. */
  readonly shown?: Readonly<Record<string, string>>;
  /** They stay in the shell of the command: its programs get them as words only. */
  readonly inShell?: readonly string[];
  /** The stored secrets that its programs get, by the variable that holds each. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** What a caller may do. It is passed on and kept whole: a part that is left out falls back to the configuration. */
export interface Rights {
  readonly mode: Mode;
  readonly toolPermissions: Config['toolPermissions'];
  /** Undefined: what the configuration says. */
  readonly autoApprove: Config['autoApprove'] | undefined;
}

export const rightsIn = ({
  mode,
  toolPermissions,
  autoApprove,
}: Pick<Caller, 'mode' | 'toolPermissions' | 'autoApprove'>): Rights => ({
  mode,
  toolPermissions,
  autoApprove,
});

/** Who a call comes from and what that connection was started with. */
export interface Caller {
  /** Who is responsible: `local:<uid>`, `token:<name>`, a JWT's subject, or a run (`workflow:<id>@<version>`). */
  readonly principal: string;
  /** The person or agent a run was started for. */
  readonly onBehalfOf?: string;
  /** The session a run was started in. */
  readonly startedIn?: string;
  readonly client: ClientName;
  /** The agent inside the session that made the call, where the client tells them apart. */
  readonly subagent?: string;
  /** Grants and clean-up go by it: the stdio connection, or token and client name. */
  readonly session: string;
  /** It is an act of who may do everything: what others made is there for it, in lists and for every verb. */
  readonly isAdmin?: boolean;
  readonly transport: 'stdio' | 'http' | 'cli' | 'run' | 'library' | 'hook' | 'assistant';
  readonly cwd: string | undefined;
  readonly roots: readonly string[];
  /** Where its client keeps what its own commands printed: read there without a question, like what it was shown. */
  readonly outputs?: readonly string[];
  readonly mode: Mode;
  readonly packs: readonly Pack[];
  readonly profile: Config['profile'];
  readonly toolPermissions: Config['toolPermissions'];
  /** What it may do unasked beside its mode; left out, what the configuration says. */
  readonly autoApprove?: Config['autoApprove'] | undefined;
  /** What children started for this caller may see of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Of a step of a run: what the run sets for it. */
  readonly setByRun?: SetByRun;
  /** Why none of its calls may run at this moment, if that is so. */
  readonly refused?: string;
  /** What a person can change while the caller is connected, as of now. */
  readonly settings?: () => Pick<Caller, 'mode' | 'toolPermissions'> &
    Partial<Pick<Caller, 'roots' | 'autoApprove'>>;
}
