import { dirname, join, resolve } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { loginEnvironment, loginSoFar } from '../../process/child/login-environment.ts';
import { ownProgram } from '../../system/own-program.ts';
import type { GitCapability } from '../run/git-process.ts';
import { isRacy, stampOf } from './file-stamp.ts';
import type { Repository } from './repository.ts';

/** One line of configuration; the key's section and name are in lower case, as git compares them. */
export interface ConfigEntry {
  readonly key: string;
  readonly value: string;
}

/** All configuration that holds in a repository, parted by whom it is from. */
export interface ConfigFacts {
  /** The user's and the system's: they chose these programs themselves. */
  readonly trusted: readonly ConfigEntry[];
  /** The repository's own, with what it includes: the author of the repository chose them. */
  readonly own: readonly ConfigEntry[];
  /** Where the user's and the system's lines stand. */
  readonly trustedFiles: readonly string[];
}

/** What is needed to have git list configuration. */
export interface ConfigReader extends Pick<GitCapability, 'home' | 'needsLogin' | 'signal'> {
  readonly run: (spec: Parameters<GitCapability['run']>[0]) => Promise<{
    readonly exitCode: number | null;
    readonly stdout: { readonly text: string; readonly truncated: boolean };
    readonly stderr: { readonly text: string };
  }>;
}

interface Cached {
  readonly facts: ConfigFacts;
  readonly watched: readonly string[];
  readonly stamp: string;
}

const cache = new Map<string, Cached>();
const MAX_CACHED = 200;

/**
 * git itself reads the files, since a parser of ours that differs in one corner is a way around all of this;
 * listing configuration runs nothing. The answer is kept as long as no file it came from changes.
 */
export async function scanConfig(repository: Repository, capability: ConfigReader): Promise<ConfigFacts> {
  // The login may put the user's own configuration elsewhere.
  const login = capability.needsLogin ? await loginEnvironment() : loginSoFar();
  const id = [repository.gitDir, capability.home, login.XDG_CONFIG_HOME].join('\0');
  const cached = cache.get(id);
  if (cached && stampOf(cached.watched) === cached.stamp) return cached.facts;
  cache.delete(id);
  const candidates = candidatesOf(repository, capability.home);
  const before = stampOf(candidates);
  const listed = await listConfig(repository, capability);
  const watched = [...new Set([...candidates, ...filesNamedIn(listed, repository, capability.home)])];
  const stamp = stampOf(watched);
  if (stampOf(candidates) === before && !isRacy(watched)) {
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(id, { facts: partedByScope(listed), watched, stamp });
  }
  return partedByScope(listed);
}

interface Listed extends ConfigEntry {
  readonly scope: string;
  readonly file: string;
}

async function listConfig({ gitDir, top }: Repository, capability: ConfigReader): Promise<Listed[]> {
  const finished = await capability.run({
    argv: [
      ownProgram('git'),
      `--git-dir=${gitDir}`,
      'config',
      '--list',
      '-z',
      '--includes',
      '--show-scope',
      '--show-origin',
    ],
    // Where git runs: a name such as /proc/self/cwd leads to the same place.
    cwd: top ?? gitDir,
    needsLogin: capability.needsLogin,
    isReader: true,
    signal: capability.signal,
    keepBytes: 4_194_304,
  });
  const { exitCode, stdout, stderr } = finished;
  if (exitCode !== 0 || stdout.truncated)
    throw new ToolError(
      'EXEC_FAILED',
      `git cannot read the configuration of ${gitDir}: ${stderr.text.trim()}`,
    );
  const fields = stdout.text.split('\0');
  return Array.from({ length: Math.floor(fields.length / 3) }, (_, i) => {
    const [scope = '', origin = '', line = ''] = fields.slice(i * 3, i * 3 + 3);
    const at = line.indexOf('\n');
    // A key without "=" means true.
    const [key, value] = at === -1 ? [line, 'true'] : [line.slice(0, at), line.slice(at + 1)];
    return { scope, file: origin.replace(/^file:/, ''), key, value };
  });
}

const TRUSTED_SCOPES = ['system', 'global'];

const partedByScope = (listed: readonly Listed[]): ConfigFacts => ({
  trusted: listed.filter(({ scope }) => TRUSTED_SCOPES.includes(scope)),
  own: listed.filter(({ scope }) => !TRUSTED_SCOPES.includes(scope) && scope !== 'command'),
  trustedFiles: [
    ...new Set(listed.filter(({ scope }) => TRUSTED_SCOPES.includes(scope)).map(({ file }) => file)),
  ],
});

/** Files that decide, whether they exist yet or not. */
const candidatesOf = ({ gitDir, commonDir }: Repository, home: string): string[] => [
  join(commonDir, 'config'),
  join(gitDir, 'config.worktree'),
  join(home, '.gitconfig'),
  join(home, '.config/git/config'),
  '/etc/gitconfig',
];

/** Where lines came from, and where they would come from if what is named there appeared. */
function filesNamedIn(listed: readonly Listed[], { gitDir }: Repository, home: string): string[] {
  const origins = listed.map(({ file }) => resolve(gitDir, file));
  const includes = listed.flatMap(({ key, value, file }) => {
    if (!/^include(if\..*)?\.path$/s.test(key)) return [];
    const path = value.startsWith('~/') ? join(home, value.slice(2)) : value;
    const named = resolve(dirname(resolve(gitDir, file)), path);
    // A condition on the branch turns with HEAD, and no configuration file changes.
    return /^includeif\.onbranch:/.test(key) ? [named, join(gitDir, 'HEAD')] : [named];
  });
  return [...origins, ...includes];
}
