import type { BoundFile } from '../../../core/call/call.ts';
import type { DeniedPaths } from '../../../core/path/denied-paths.ts';
import type { Sandbox } from '../../../core/process/sandbox.ts';
import type { CutText } from '../../../core/text/cut-text.ts';
import type { Finished, ProcessSpec, Reach } from '../../process/process.ts';

/** What one call may do with git. */
export interface GitCapability {
  /** Starts programs with what this caller may reach. */
  readonly run: (
    spec: Omit<ProcessSpec, 'reach'>,
    reach?: Pick<
      Reach,
      | 'showsWorkspace'
      | 'history'
      | 'gitDir'
      | 'gitConfig'
      | 'keepsMachine'
      | 'access'
      | 'mayConfigureGit'
      | 'readsOnly'
    >,
  ) => Promise<Finished>;
  /** False for reads: they do not wait for what the user's login shell sets. */
  readonly needsLogin: boolean;
  /** Hooks, as they were judged. */
  readonly bound?: readonly BoundFile[] | undefined;
  /** What the call would do, as the tool said when it was judged. */
  readonly judged?: string | undefined;
  readonly roots: readonly string[];
  /** Where relative paths start. */
  readonly cwd: string | undefined;
  readonly home: string;
  /** Whether a program of an agent runs that may change files here. */
  readonly hasWriters: () => boolean;
  /** What the gate chose for children of this call. */
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
  /** What a rule refuses: only here is known where a new working tree would lie. */
  readonly denied?: DeniedPaths | undefined;
  /** Files whose content is not shown in passing; read_file asks for them. */
  readonly isSecret: (path: string) => boolean;
  readonly cut: CutText;
}
