import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { isSecretInTree } from '../../../core/path/sensitive-paths.ts';
import { OTHER_HEADS } from '../../git/repository/history-stamp.ts';
import { askGit } from './ask-git.ts';

/** Objects that a name leads to. */
export interface ListedObjects {
  readonly plain: readonly string[];
  /** Contents of files that look like secrets. */
  readonly secret: readonly string[];
  /** A path of each of them. */
  readonly paths: ReadonlyMap<string, string>;
  /** Those of them that may be harmless: they are hidden for the names of their files alone. */
  readonly named: ReadonlyMap<string, string>;
}

export interface Wanted {
  /** What these lead to is known already. */
  readonly without: readonly string[];
  /** Files and directories that a rule refuses, as paths in the repository. */
  readonly withheld: readonly string[];
  readonly limitMs: number;
}

const MOST_BYTES = 256 * 1024 * 1024;
/** Empty files have no secrets, and there are many. */
const EMPTY = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]);

/** All that branches, tags, the stash, reflogs and indexes lead to, but for what these other objects lead to. */
export async function listObjects(
  gitDir: string,
  { without, withheld, limitMs }: Wanted,
): Promise<ListedObjects | undefined> {
  const heads = OTHER_HEADS.filter((name) => existsSync(join(gitDir, name)));
  const printed = await askGit(
    gitDir,
    [
      ...[
        'rev-list',
        '--objects',
        '--all',
        '--reflog',
        '--indexed-objects',
        '--ignore-missing',
        '--missing=allow-any',
      ],
      ...[...heads, '--stdin'],
    ],
    { input: without.map((tip) => `^${tip}\n`).join(''), limitMs, mostBytes: MOST_BYTES },
  );
  if (printed === undefined) return undefined;
  const { plain, doubtful } = parted(printed, (path) => isSecretInTree(path) || isInside(path, withheld));
  const listed = await sorted(gitDir, { plain, doubtful }, limitMs);
  const secret = new Set(listed?.secret);
  const hidden = doubtful.filter(({ id }) => secret.has(id));
  const named = hidden.filter(({ path }) => isNamed(path, withheld));
  const byId = (all: readonly Doubtful[]) => new Map(all.map(({ id, path }) => [id, path]));
  return listed && { ...listed, paths: byId(hidden), named: byId(named) };
}

const isNamed = (path: string, withheld: readonly string[]): boolean =>
  isSecretInTree(path) && !isInside(path, withheld);

/** An object that may be a secret, if it is a file. */
interface Doubtful {
  readonly id: string;
  readonly path: string;
  /** Its path says so, or it has none: a file that a branch or tag names by itself, like the top directory of a commit. */
  readonly isHidden: boolean;
  /**
   * The same for objects that follow each other under one path. Git cuts paths at a line end: then all that a directory
   * holds is listed after it, under its name.
   */
  readonly run: number;
}

function parted(printed: string, isHiddenPath: (path: string) => boolean) {
  const plain: string[] = [];
  const doubtful: Doubtful[] = [];
  const lines = printed.split('\n');
  let run = 0;
  lines.forEach((line, at) => {
    const path = pathIn(line);
    if (path === undefined) {
      if (line !== '') plain.push(line);
      return;
    }
    const id = line.slice(0, line.length - path.length - 1);
    const isSecond = path !== '' && path === pathIn(lines[at - 1]);
    if (!isSecond) run++;
    const name = Buffer.from(path, 'latin1').toString('utf8');
    const isHidden = path === '' || isHiddenPath(name);
    if (isHidden || isSecond || path === pathIn(lines[at + 1]))
      doubtful.push({ id, path: name, isHidden, run });
    else plain.push(id);
  });
  return { plain, doubtful };
}

/** Undefined for a commit. */
function pathIn(line = ''): string | undefined {
  const end = line.indexOf(' ');
  return end === -1 ? undefined : line.slice(end + 1);
}

/** A directory or a tag can have the name of a secret too. */
async function sorted(
  gitDir: string,
  { plain, doubtful }: { plain: string[]; doubtful: readonly Doubtful[] },
  limitMs: number,
): Promise<Pick<ListedObjects, 'plain' | 'secret'> | undefined> {
  if (doubtful.length === 0) return { plain, secret: [] };
  const printed = await askGit(gitDir, ['cat-file', '--batch-check=%(objecttype)'], {
    ...{ input: doubtful.map(({ id }) => `${id}\n`).join(''), limitMs, mostBytes: MOST_BYTES },
  });
  if (printed === undefined) return undefined;
  const types = printed.split('\n');
  const runs = Map.groupBy(doubtful.keys(), (at) => doubtful[at]?.run);
  const isCut = (run: number): boolean => {
    const all = runs.get(run) ?? [];
    return all.length > 1 && all.some((at) => types[at] === 'tree');
  };
  const secret: string[] = [];
  doubtful.forEach(({ id, isHidden, run }, at) => {
    if (types[at] === 'blob' && !EMPTY.has(id) && (isHidden || isCut(run))) secret.push(id);
    else if (/^(blob|tree|commit|tag)$/.test(types[at] ?? '')) plain.push(id);
  });
  return { plain, secret };
}
