import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../../../core/errors.ts';
import { isInside, outsideRoot } from '../../../core/path/paths.ts';
import { systemPath } from '../../files/open/system-path.ts';
import { lastValue } from '../repository/hardening.ts';
import { checkRemoteSettings } from '../repository/remote-settings.ts';
import type { Repository } from '../repository/repository.ts';
import type { GitCapability } from '../run/git-process.ts';
import type { Git } from '../run/run-git.ts';

/** A remote with the addresses git would really use, after all rewriting. */
export interface Remote {
  readonly name: string;
  readonly urls: readonly string[];
  /** It lies in the roots. */
  readonly isLocal: boolean;
}

/** The remote that was named, else the one the branch follows, else `origin` or the only one. */
export async function findRemote(
  git: Git,
  repository: Repository,
  { roots }: GitCapability,
  wanted: {
    readonly name?: string | undefined;
    readonly branch?: string | undefined;
    readonly isPush: boolean;
  },
): Promise<Remote> {
  const names = remoteNames(git);
  const name = wanted.name ?? branchSetting(git, wanted.branch, 'remote') ?? defaultOf(names);
  if (name === undefined || !names.includes(name)) {
    throw new ToolError(
      'NOT_FOUND',
      name === undefined ? 'No remote was named' : `There is no remote "${name}"`,
      {
        hint:
          names.length === 0
            ? 'The repository has none; a person can add one.'
            : `There are: ${names.join(', ')}`,
      },
    );
  }
  checkRemoteSettings(git.config, repository, name);
  const query = ['remote', 'get-url', '--all', ...(wanted.isPush ? ['--push'] : []), name];
  const urls = (await git(query)).stdout.split('\n').filter((url) => url !== '');
  for (const url of urls) checkUrl(url, repository, roots);
  return { name, urls, isLocal: urls.some((url) => localPath(url) !== undefined) };
}

const defaultOf = (names: readonly string[]): string | undefined =>
  names.includes('origin') ? 'origin' : names.length === 1 ? names[0] : undefined;

export function remoteNames({ config: { trusted, own } }: Git): string[] {
  const named = [...trusted, ...own].flatMap(
    ({ key }) => /^remote\.(.*)\.(?:push)?url$/s.exec(key)?.[1] ?? [],
  );
  return [...new Set(named)].sort();
}

/** What the configuration says of a branch: the remote it follows, and which branch of it. */
export const branchSetting = (
  { config: { trusted, own } }: Git,
  branch: string | undefined,
  name: 'remote' | 'merge',
): string | undefined =>
  branch === undefined ? undefined : lastValue([...trusted, ...own], `branch.${branch}.${name}`);

/** Has a branch follow one of a remote, in a run of its own: others only read the configuration. */
export async function follow(git: Git, remote: string, branch: string): Promise<void> {
  const set = (name: string, value: string) =>
    git(['config', '--local', '--replace-all', `branch.${branch}.${name}`, value], {
      isChange: true,
      writesConfig: true,
    });
  await set('remote', remote);
  await set('merge', `refs/heads/${branch}`);
}

/** A remote on this machine is a place like any other: it must be open. */
function checkUrl(url: string, { top, gitDir }: Repository, roots: readonly string[]): void {
  const path = localPath(url);
  if (path === undefined) return;
  const named = resolve(top ?? gitDir, path);
  if (!isInside(realPathOr(named), roots)) throw outsideRoot(named, roots);
}

function localPath(url: string): string | undefined {
  if (url.startsWith('file://')) return fileURLToPath(url);
  if (/^[a-z][a-z0-9+.-]*:(\/\/|:)/i.test(url)) return undefined;
  // `host:path` is ssh; a slash before the colon makes it a path.
  return /^[^/]*:/.test(url) ? undefined : url;
}

function realPathOr(path: string): string {
  try {
    return systemPath(path);
  } catch {
    return path;
  }
}
