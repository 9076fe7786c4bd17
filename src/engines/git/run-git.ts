import { resolve } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import type { Finished } from '../process/process.ts';
import { type ConfigEntry, type ConfigFacts, scanConfig } from './config-scan.ts';
import type { GitCapability } from './git-process.ts';
import { type Allowed, hardenedConfig, hasOwnDrivers, isArmed, lastValue } from './hardening.ts';
import { checkOwner } from './ownership.ts';
import type { Repository } from './repository.ts';

export interface GitOptions extends Allowed {
  /** Default 16 MB; more than that fails as TOO_LARGE. */
  readonly keepBytes?: number;
  /** It takes the output as it comes; false where it has enough, and git is stopped. */
  readonly onStdout?: (text: string) => boolean;
  readonly stdin?: string;
  /** It changes something, so it runs in the sandbox the gate chose. */
  readonly isChange?: boolean;
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
export type Git = (args: readonly string[], options?: GitOptions) => Promise<GitOutput>;

const KEEP_BYTES = 16_777_216;

/** git bound to one repository, with its configuration looked through. */
export async function openGit(repository: Repository, capability: GitCapability): Promise<Git> {
  const facts = await scanConfig(repository, capability);
  checkOwner(repository, facts);
  return async (args, options = {}) => {
    if (options.hooks) checkWorkTree(repository, facts);
    const enough = new AbortController();
    const spec = {
      argv: ['git', '--no-pager', ...placeArguments(repository, options), ...args],
      cwd: repository.top ?? repository.gitDir,
      env: environment(repository, facts, options),
      signal: options.onStdout ? AbortSignal.any([capability.signal, enough.signal]) : capability.signal,
      keepBytes: options.onStdout ? 65_536 : (options.keepBytes ?? KEEP_BYTES),
      sandbox: sandboxFor(facts, capability, options),
      ...(options.stdin !== undefined && { stdin: options.stdin }),
      ...(options.onStdout && { onOutput: takeStdout(options.onStdout, enough) }),
    } as const;
    const finished = await capability.run(spec, { showsWorkspace: !runsDrivers(facts, options) });
    return enough.signal.aborted
      ? { stdout: '', stderr: '', exitCode: 0 }
      : outputOf(finished, args, options);
  };
}

/** A hook finds its repository the usual way; for all else it is pinned, whatever `core.worktree` says. */
const placeArguments = ({ top, gitDir }: Repository, { hooks }: GitOptions): string[] => {
  if (hooks && top !== undefined) return [];
  return [`--git-dir=${gitDir}`, ...(top === undefined ? [] : [`--work-tree=${top}`])];
};

/** A person looks at the tree that was named; one that is configured elsewhere is not what they allowed. */
function checkWorkTree({ top, gitDir }: Repository, { own }: ConfigFacts): void {
  const configured = lastValue(own, 'core.worktree');
  if (configured === undefined || top === undefined || resolve(gitDir, configured) === top) return;
  throw new ToolError('CONFLICT', `core.worktree of ${gitDir} names another directory: ${configured}`, {
    hint: 'A person can take it out of the configuration.',
  });
}

const runsDrivers = (facts: ConfigFacts, { drivers }: GitOptions): boolean =>
  drivers === true && hasOwnDrivers(facts);

/** A read needs none unless the repository is armed; then even what slipped through the overrides is locked in. */
function sandboxFor(
  facts: ConfigFacts,
  { sandbox }: GitCapability,
  options: GitOptions,
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
  if (runsOwn || (isArmed(facts) && !options.isRemote && !options.hooks)) return 'closed';
  return options.isChange ? sandbox : 'none';
}

/** Through the environment and not with -c: a name with "=" in it would be cut at the wrong place there. */
function environment(
  repository: Repository,
  facts: ConfigFacts,
  options: GitOptions,
): Record<string, string> {
  const place = repository.top ?? repository.gitDir;
  const config: ConfigEntry[] = [...hardenedConfig(facts, options), { key: 'safe.directory', value: place }];
  return {
    GIT_CONFIG_COUNT: String(config.length),
    ...Object.fromEntries(
      config.flatMap(({ key, value }, i) => [
        [`GIT_CONFIG_KEY_${i}`, key],
        [`GIT_CONFIG_VALUE_${i}`, value],
      ]),
    ),
    GIT_CEILING_DIRECTORIES: place.slice(0, place.lastIndexOf('/')) || '/',
    // Messages are looked at here and there; English is what git has everywhere.
    LC_ALL: 'C.UTF-8',
    ...(!options.hasPatterns && { GIT_LITERAL_PATHSPECS: '1' }),
    GIT_TERMINAL_PROMPT: '0',
    // Set and empty: no program is asked for a password, whatever the configuration names.
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_EDITOR: 'true',
    GIT_SEQUENCE_EDITOR: 'true',
    GIT_PROXY_COMMAND: '',
    // A partial clone fetches what is missing while it is read, from where the repository says.
    GIT_NO_LAZY_FETCH: '1',
    // The names of transports git may use; "none" is no transport.
    GIT_ALLOW_PROTOCOL: options.isRemote ? 'https:http:ssh:git:file' : 'none',
    ...(options.isRemote && {
      GIT_SSH_COMMAND: lastValue(facts.trusted, 'core.sshcommand') ?? 'ssh -o BatchMode=yes',
    }),
    // Reading must leave the index as it is, and must not wait for whoever writes it.
    ...(!options.isChange && { GIT_OPTIONAL_LOCKS: '0' }),
  };
}

const takeStdout =
  (take: (text: string) => boolean, enough: AbortController) =>
  (stream: 'stdout' | 'stderr', text: string): void => {
    if (stream === 'stdout' && !take(text)) enough.abort();
  };

function outputOf(
  finished: Finished,
  args: readonly string[],
  { answers = [0], onStdout }: GitOptions,
): GitOutput {
  const { exitCode, stdout, stderr, cancelled, timedOut } = finished;
  const command = `git ${args[0] ?? ''}`;
  if (timedOut) throw new ToolError('TIMEOUT', `${command} took too long and was stopped`);
  if (cancelled) throw new ToolError('CANCELLED', `${command} was stopped`);
  if (exitCode === null || !answers.includes(exitCode))
    throw failure(command, exitCode, stderr.text, stdout.text);
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

/** git's own words are the best there are; a few of them mean something a caller can act on. */
function failure(command: string, exitCode: number | null, stderr: string, stdout: string): ToolError {
  const said = [stderr.trim(), stdout.trim()].filter((text) => text !== '').join('\n');
  const words = (said || `exit code ${exitCode}`).replace(/^(fatal|error): /, '').slice(0, 4000);
  const known = KNOWN_FAILURES.find(({ says }) => says.test(words));
  return new ToolError(known?.code ?? 'EXEC_FAILED', `${command}: ${words}`, { hint: known?.hint });
}

const KNOWN_FAILURES = [
  {
    says: /unknown revision|bad revision|ambiguous argument|Not a valid object name|not a valid (ref|commit)|invalid reference|no such ref|Needed a single revision|bad object|not a commit/i,
    code: 'NOT_FOUND',
    hint: 'git_list_branches and git_log name what there is.',
  },
  {
    says: /does not have any commits yet|does not exist in|no such path|did not match any file|exists on disk, but not in/i,
    code: 'NOT_FOUND',
    hint: undefined,
  },
  {
    says: /already exists|already checked out|already used by worktree/i,
    code: 'CONFLICT',
    hint: undefined,
  },
  {
    says: /would be overwritten|unmerged|needs merge|conflict|index\.lock|not fully merged|resolve your current index/i,
    code: 'CONFLICT',
    hint: 'get_git_status shows what is in the way.',
  },
  {
    says: /promisor|lazy fetch/i,
    code: 'UNAVAILABLE',
    hint: 'This is a partial clone and the objects are not here; a person can fetch them.',
  },
] as const;
