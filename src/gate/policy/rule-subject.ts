import type { Lead, NamedFile } from '../../core/call/call.ts';
import type { Touch } from '../../core/call/touch.ts';
import type { Access } from '../../core/process/sandbox.ts';

/** What a rule is compared with: the parsed call, never its raw text. */
export interface RuleSubject {
  readonly tool: string;
  readonly session: string;
  /** Whom it is made for. */
  readonly principals: readonly string[];
  /** Only a rule for the very arguments asks for it. */
  readonly argsDigest: () => string;
  readonly touches: readonly Touch[];
  /** Where the names among them lead. */
  readonly leads?: readonly Lead[];
  /** The commands a call would run, word by word. */
  readonly commands: readonly (readonly string[])[];
  /** Those of them that make the risk: what is harmless beside them needs nobody's leave. */
  readonly weighty: readonly (readonly string[])[];
  /** For each of these, the files it writes where that is all it does. */
  readonly writes: readonly (readonly string[])[];
  /** Where its commands run. */
  readonly place?: string | undefined;
  /** The open directories. */
  readonly roots?: readonly string[];
  /** What they would use beyond reading. */
  readonly access: readonly Access[];
  /** What of that the caller asked for, though they are not known to need it. */
  readonly beyondNeeds: readonly Access[];
  /** What it may run that could not be told beforehand. */
  readonly unfound?: readonly string[];
  /** The text of the scripts it runs, if it runs any. */
  readonly scriptsDigest?: string | undefined;
  /** Paths the commands name: a rule that refuses a path refuses them there too. */
  readonly reaches?: readonly string[];
  /** Words that lead through a link out of the open directories, and executed files to where anything is put unasked. */
  readonly linked?: readonly string[];
  /** The files that its commands execute, as far as they are known. */
  readonly runs?: readonly string[];
  /** The files and directories that may tell them what to do. */
  readonly told?: readonly NamedFile[];
  /** The directories in which they find out themselves what to do. */
  readonly workplaces?: readonly string[];
  /** Their options with values that could name code or settings. */
  readonly options?: readonly string[];
  /** What makes another piece of work of its commands than their beginnings say. */
  readonly otherWork?: readonly string[];
  /** The arguments that make it other work than it does by default, as `amend=true`. */
  readonly choices?: readonly string[];
  /** Commands that run now, and could change what it executes. */
  readonly meanwhile?: readonly string[];
  /** It reaches a file that looks like it holds secrets. */
  readonly isSecret?: boolean;
  /** Ports of the agent's own servers that can see secrets. */
  readonly servers?: readonly number[];
}
