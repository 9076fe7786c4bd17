import type { Access } from '../process/sandbox.ts';
import type { Risk } from '../risk.ts';

/** Stands for what a person was shown, before its digest, where a call does more than its arguments say. */
export const SHOWN = 'SHOWN=';

/** The user of this machine, whose agents share their answers. */
export const LOCAL = 'local';

/** What a rule is about, beside the tool. Everything given must fit; nothing given fits every call of the tool. */
export interface RulePattern {
  /** Only for calls of this principal; `local` is the user of this machine. Left out, for everybody. */
  readonly principal?: string;
  /** The very arguments, by their digest. */
  readonly args?: string;
  /** Globs; every path the call touches must fit one. */
  readonly paths?: readonly string[];
  /** Beginnings of commands, word by word; every command of the call must fit one. */
  readonly commands?: readonly (readonly string[])[];
  readonly hosts?: readonly string[];
  /** Directories of these hosts, as `box:/srv/app` and `box:~/x`; every path the call changes there must lie in one. */
  readonly remote?: readonly string[];
  /** Ports of the agent's own servers, for commands that change nothing and reach nothing else. */
  readonly servers?: readonly number[];
  /** Up to the risk it was given for; left out, as far as a rule reaches. */
  readonly upTo?: Risk;
  /** Only in this directory and below. */
  readonly place?: string;
  /** The most its commands may use; left out, what they are known to need. */
  readonly access?: readonly Access[];
  /** The text of the scripts it runs, by its digest: changed text ends the rule. Empty where there was none. */
  readonly scripts?: string;
  /** The files its commands execute: none but these. */
  readonly runs?: readonly string[];
  /** The files and directories that may tell its commands what to do: none but these, with this content. */
  readonly told?: readonly { readonly path: string; readonly sha256?: string }[];
  /** The very directories in which its commands find out what to do: no others, nor any below. */
  readonly at?: readonly string[];
  /** Their options with values that could name code or settings: none but these. */
  readonly options?: readonly string[];
  /** What makes another piece of work of its commands than their beginnings say, as `git tag --force`: none but these. */
  readonly otherWork?: readonly string[];
  /** Where its commands may write: all open directories lie in these. */
  readonly roots?: readonly string[];
  /** Where they may write, also in the caches of the home directory, which other projects use; left out, not there. */
  readonly caches?: boolean;
  /** What makes the call another piece of work, such as `amend=true`: just these, or none. */
  readonly choices?: readonly string[];
  /** Actions a person set up: a whole type (`script`), or one of them (`script:deploy`). */
  readonly actions?: readonly string[];
}

export const RULE_VERDICTS = ['allow', 'ask', 'deny'] as const;

/** A standing answer of a person: to one session, or until it is removed. */
export interface Rule {
  readonly id: string;
  readonly verdict: (typeof RULE_VERDICTS)[number];
  /** `*` for every tool. */
  readonly tool: string;
  readonly pattern: RulePattern;
  /** Only for this session; null for all. */
  readonly session: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly uses: number;
  readonly lastUsedAt: string | null;
}
