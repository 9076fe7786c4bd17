import { dirname, resolve } from 'node:path';
import { gitDirNamed, pathNamed } from '../../core/git/git-links.ts';
import { type ProjectFiles, upwards } from './project-files.ts';

export interface GitFacts {
  readonly gitRemote?: string;
  readonly currentBranch?: string;
}

/** Branch and remote of the repository a directory lies in, from its own files: no program is run. */
export function gitFactsOf(files: ProjectFiles, start: string): GitFacts {
  for (const directory of upwards(start, files)) {
    const place = gitPlaceOf(files, directory);
    if (place === undefined) continue;
    const branch = /^ref: refs\/heads\/(.+)$/m.exec(files.readText(`${place.own}/HEAD`) ?? '')?.[1]?.trim();
    const remote = remoteOf(files.readText(`${place.common}/config`) ?? '');
    return {
      ...(remote !== undefined && { gitRemote: remote }),
      ...(branch !== undefined && { currentBranch: branch }),
    };
  }
  return {};
}

/** The repository's folder; for a worktree, its own part and the one all share. */
function gitPlaceOf(files: ProjectFiles, directory: string): { own: string; common: string } | undefined {
  const path = `${directory}/.git`;
  if (files.names(path).includes('HEAD')) return { own: path, common: path };
  const link = gitDirNamed(files.readText(path) ?? '');
  if (link === undefined) return undefined;
  const own = resolve(directory, link);
  const shared = pathNamed(files.readText(`${own}/commondir`) ?? '');
  return { own, common: shared === undefined ? dirname(dirname(own)) : resolve(own, shared) };
}

/** `origin`, else the first; without the password some people keep in it. */
function remoteOf(config: string): string | undefined {
  const remotes = [...config.matchAll(/^\[remote "(.+)"\]([^[]*)/gm)].map(([, name, body = '']) => ({
    name,
    url: /^[ \t]*url\s*=\s*(.+)$/m.exec(body)?.[1]?.trim(),
  }));
  const { url } = remotes.find(({ name }) => name === 'origin') ?? remotes[0] ?? {};
  return url?.replace(/^(\w+:\/\/)[^@/]*@/, '$1');
}
