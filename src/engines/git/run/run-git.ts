import { join, resolve } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { hooksOf } from '../../../core/git/git-hooks.ts';
import { isInside } from '../../../core/path/paths.ts';
import type { Access, Sandbox } from '../../../core/process/sandbox.ts';
import type { Finished } from '../../process/process.ts';
import { ownProgram } from '../../system/own-program.ts';
import { type ConfigFacts, scanConfig } from '../repository/config-scan.ts';
import { realPath } from '../repository/git-files.ts';
import { type Allowed, hasOtherFilters, hasOwnDrivers, isArmed, lastValue } from '../repository/hardening.ts';
import { type ActiveHooks, activeHooks } from '../repository/hooks.ts';
import { checkLinks } from '../repository/links-outside.ts';
import { lookedThrough } from '../repository/looked-through.ts';
import { checkOwner } from '../repository/ownership.ts';
import type { Repository } from '../repository/repository.ts';
import { gitEnvironment } from './git-environment.ts';
import { gitFailure, gitTimeout } from './git-failure.ts';
import type { GitCapability } from './git-process.ts';
import { readingView } from './reading-view.ts';

export interface GitOptions extends Pick<Allowed, 'drivers'> {
  /** The hooks of its subcommand run, where there are such. */
  readonly hooks?: boolean;
  /** That remote is a directory in the roots: whatever runs at its far end runs here. */
  readonly isLocal?: boolean;
  /** Default 16 MB; more than that fails as TOO_LARGE. */
  readonly keepBytes?: number;
  /** It takes the output as it comes; false where it has enough, and git is stopped. */
  readonly onStdout?: (text: string) => boolean;
  readonly onStderr?: (text: string) => void;
  /** It sees the output as git wrote it, which as text is lost where it is none. */
  readonly onBytes?: (chunk: Buffer) => void;
  readonly stdin?: string;
  /** It changes something, so it runs in the sandbox the gate chose. */
  readonly isChange?: boolean;
  /** It changes nothing, and takes the lock of the index all the same. */
  readonly locksIndex?: boolean;
  /** It sets something in the configuration of the repository. */
  readonly writesConfig?: boolean;
  /** It signs, with the user's keys. */
  readonly signs?: boolean;
  /** It talks to a remote. */
  readonly isRemote?: boolean;
  /** The command uses patterns of its own inside; then paths must say themselves that they are none. */
  readonly hasPatterns?: boolean;
  /** Exit codes that are answers; default: 0. */
  readonly answers?: readonly number[];
}

export interface GitOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs git in a repository, so that nothing the repository says can start a program. */
export interface Git {
  (args: readonly string[], options?: GitOptions): Promise<GitOutput>;
  /** The configuration it runs with, so that nobody starts git to ask for it. */
  readonly config: ConfigFacts;
  /** Commits are signed, and hooks of the repository run: what they start must not find the keys. */
  readonly isSignedApart: (subcommand: string) => boolean;
}

/** With what was found out about the repository. */
type Started = Omit<GitOptions, 'hooks'> & {
  /** Where the hooks lie that run; undefined where none does. */
  readonly hooksPath: string | undefined;
  /** Those that run are the repository's, not the user's. */
  readonly hasOwnHooks: boolean;
};

const KEEP_BYTES = 16_777_216;

/** git bound to one repository, with its configuration looked through. */
export async function openGit(repository: Repository, capability: GitCapability): Promise<Git> {
  const facts = await scanConfig(repository, capability);
  checkOwner(repository, facts);
  const activeOf = (subcommand: string | undefined): ActiveHooks =>
    activeHooks(repository, facts, subcommand === undefined ? [] : hooksOf(subcommand), capability.roots);
  const run = async (args: readonly string[], asked: GitOptions = {}): Promise<GitOutput> => {
    const active = activeOf(asked.hooks ? args[0] : undefined);
    const options: Started = {
      ...asked,
      hooksPath: active.names.length > 0 ? active.directory : undefined,
      hasOwnHooks: !active.areTheUsers,
    };
    if (options.hasOwnHooks) checkShown(active, capability);
    if (options.hooksPath) checkWorkTree(repository, facts);
    const enough = new AbortController();
    const gitConfig = readsConfig(options) ? lookedThrough(facts, repository) : undefined;
    const isReader = startsNothing(facts, options, args[0]);
    const chosen = sandboxFor(facts, capability, options);
    const readsOnly = isReader && chosen === 'none' ? readingView(facts, capability) : undefined;
    const sandbox = readsOnly ? 'closed' : chosen;
    const access = accessOf(sandbox, options, gitConfig !== undefined && mayUseMachine(facts, options));
    if (sandbox === 'none' || access.includes('host')) await checkLinks(repository, capability.roots);
    const spec = {
      argv: [ownProgram('git'), '--no-pager', ...placeArguments(repository, options), ...args],
      cwd: repository.top ?? repository.gitDir,
      needsLogin: capability.needsLogin || hasTrustedFilters(facts),
      env: gitEnvironment(repository, facts, options),
      // Hooks are the project's own, and a person allowed them.
      ...(options.hooksPath ? { expects: capability.bound } : { avoids: capability.roots }),
      signal: options.onStdout ? AbortSignal.any([capability.signal, enough.signal]) : capability.signal,
      keepBytes: options.onStdout ? 65_536 : (options.keepBytes ?? KEEP_BYTES),
      sandbox,
      isReader,
      ...(options.stdin !== undefined && { stdin: options.stdin }),
      ...(options.onBytes && { onData: bytesOfStdout(options.onBytes) }),
      ...((options.onStdout ?? options.onStderr) && { onOutput: handOut(options, enough) }),
    } as const;
    const finished = await capability.run(spec, {
      showsWorkspace: !runsDrivers(facts, options) && !hasOtherFilters(facts),
      history: 'clean',
      access,
      gitConfig,
      readsOnly,
      keepsMachine: true,
      mayConfigureGit: gitConfig === undefined,
      gitDir: repository.commonDir,
    });
    return enough.signal.aborted
      ? { stdout: '', stderr: '', exitCode: 0 }
      : outputOf(finished, args, options);
  };
  const isSignedApart = (subcommand: string): boolean => {
    const { names, areTheUsers } = activeOf(subcommand);
    return signs(facts) && (hasOtherFilters(facts) || (names.length > 0 && !areTheUsers));
  };
  return Object.assign(run, { config: facts, isSignedApart });
}

/** What lies in the roots runs only if it is among what the person, or a rule, was shown. */
function checkShown(
  { directory, names }: Pick<ActiveHooks, 'directory' | 'names'>,
  { bound, roots }: GitCapability,
): void {
  const shown = new Set((bound ?? []).map(({ path }) => realPath(path)));
  const other = names
    .map((name) => realPath(join(directory, name)))
    .find((hook) => hook !== undefined && isInside(hook, roots) && !shown.has(hook));
  if (other === undefined) return;
  throw new ToolError('CONFLICT', `Git would run ${other}, which was not shown`, {
    hint: 'The configuration names its hooks in a way that is not understood here. A person can write core.hooksPath plainly, on a line of its own.',
  });
}

/** A hook finds its repository the usual way; for all else it is pinned, whatever `core.worktree` says. */
const placeArguments = ({ top, gitDir }: Repository, { hooksPath }: Started): string[] => {
  if (hooksPath && top !== undefined) return [];
  return [`--git-dir=${gitDir}`, ...(top === undefined ? [] : [`--work-tree=${top}`])];
};

/** A person looks at the tree that was named; one that is configured elsewhere is not what they allowed. */
function checkWorkTree({ top, gitDir, commonDir }: Repository, { own }: ConfigFacts): void {
  // In a linked working tree git takes no notice of it, unless that has a configuration of its own.
  if (gitDir !== commonDir && lastValue(own, 'extensions.worktreeconfig') === undefined) return;
  const configured = lastValue(own, 'core.worktree');
  if (configured === undefined || top === undefined || resolve(gitDir, configured) === top) return;
  throw new ToolError('CONFLICT', `core.worktree of ${gitDir} names another directory: ${configured}`, {
    hint: 'A person can take it out of the configuration.',
  });
}

/** Programs the user chose for content (git-lfs) run in reads too, and may be on the PATH of the login only. */
const hasTrustedFilters = ({ trusted }: ConfigFacts): boolean =>
  trusted.some(({ key }) => key.startsWith('filter.'));

/** Not even a filter: neither the user's nor, since those are overridden, the repository's. */
const startsNothing = (
  facts: ConfigFacts,
  { isChange, isRemote, hooksPath }: Started,
  subcommand: string | undefined,
): boolean =>
  !isChange && !isRemote && !hooksPath && (!hasTrustedFilters(facts) || NEVER_FILTERS.has(subcommand ?? ''));

/** They print what is stored, and look at no file of the working tree. */
const NEVER_FILTERS: ReadonlySet<string> = new Set([
  ...['log', 'show', 'for-each-ref', 'rev-list', 'rev-parse', 'cat-file', 'ls-tree', 'symbolic-ref'],
]);

const runsDrivers = (facts: ConfigFacts, { drivers }: Pick<GitOptions, 'drivers'>): boolean =>
  drivers === true && hasOwnDrivers(facts);

/** A read needs none unless the repository is armed; then even what slipped through the overrides is locked in. */
function sandboxFor(
  facts: ConfigFacts,
  { sandbox, hasWriters }: GitCapability,
  options: Started,
): GitCapability['sandbox'] {
  const runsOwn = runsDrivers(facts, options);
  if (sandbox === 'none' && runsOwn) {
    throw new ToolError(
      'UNAVAILABLE',
      'Filters or merge drivers of the repository itself would run, and no sandbox works here',
      {
        hint: 'A person can put them into their own configuration (git config --global), or install bubblewrap.',
      },
    );
  }
  if (sandbox === 'none') return 'none';
  if (runsOwn || (isArmed(facts) && !options.isRemote && !options.hooksPath)) return 'closed';
  if (options.isChange) return sandbox;
  // The configuration might be another one by the time git reads it.
  return hasWriters() || hasOtherFilters(facts) ? 'closed' : 'none';
}

/**
 * Credential helpers, signing programs and the hooks that the user configured are the user's own. Hooks of a repository, and
 * those of a remote that lies in the roots, are programs like any other: they have no more than the card says.
 */
function accessOf(
  sandbox: Sandbox,
  { isChange = false, locksIndex = false, isRemote = false, isLocal = false }: Started,
  isMachineOpen: boolean,
): readonly Access[] {
  if (sandbox !== 'open') return isChange || locksIndex ? ['write'] : [];
  if (isLocal) return ['write'];
  if (isMachineOpen) return ['host'];
  return isRemote ? ['write', 'network', 'secrets'] : ['write'];
}

/** A filter that looks around in the repository finds no keys. */
const mayUseMachine = (facts: ConfigFacts, { isRemote = false, signs: isSigned = false }: Started): boolean =>
  isRemote || isSigned || !hasOtherFilters(facts);

/** Hooks of the repository may set something as well. */
const readsConfig = ({ writesConfig = false, hooksPath, hasOwnHooks }: Started): boolean =>
  !writesConfig && !(hooksPath && hasOwnHooks);

/** Signing needs the user's keys. */
const signs = ({ trusted, own }: ConfigFacts): boolean =>
  /^(true|yes|on|1|)$/i.test(lastValue([...trusted, ...own], 'commit.gpgsign') ?? 'false');

/** No more than is kept as text: what is longer fails in the end. */
const bytesOfStdout = (onBytes: (chunk: Buffer) => void) => {
  let left = KEEP_BYTES;
  return (stream: 'stdout' | 'stderr', chunk: Buffer): void => {
    if (stream !== 'stdout' || left <= 0) return;
    left -= chunk.length;
    // A copy: the next piece comes into the same memory.
    onBytes(Buffer.from(chunk));
  };
};

const handOut =
  ({ onStdout, onStderr }: Pick<GitOptions, 'onStdout' | 'onStderr'>, enough: AbortController) =>
  (stream: 'stdout' | 'stderr', text: string): void => {
    if (stream === 'stderr') onStderr?.(text);
    else if (onStdout?.(text) === false) enough.abort();
  };

function outputOf(
  finished: Finished,
  args: readonly string[],
  { answers = [0], onStdout, isChange = false }: Pick<GitOptions, 'answers' | 'onStdout' | 'isChange'>,
): GitOutput {
  const { exitCode, stdout, stderr, cancelled, timedOut } = finished;
  const command = `git ${args[0] ?? ''}`;
  if (timedOut) throw gitTimeout(command, finished, isChange);
  if (cancelled) throw new ToolError('CANCELLED', `${command} was stopped`);
  if (exitCode === null || !answers.includes(exitCode)) throw gitFailure(command, finished, isChange);
  if (stdout.truncated && !onStdout) {
    throw new ToolError(
      'TOO_LARGE',
      `${command} answered ${stdout.bytes} bytes, which is more than is looked through`,
      {
        hint: 'Ask for less: name paths, or fewer commits.',
      },
    );
  }
  return { stdout: stdout.text, stderr: stderr.text, exitCode };
}
