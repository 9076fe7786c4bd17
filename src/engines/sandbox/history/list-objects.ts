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
}

interface Wanted {
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
  const plain: string[] = [];
  const candidates: string[] = [];
  for (const line of printed.split('\n')) {
    if (line === '') continue;
    const end = line.indexOf(' ');
    const id = end === -1 ? line : line.slice(0, end);
    const path = end === -1 ? '' : Buffer.from(line.slice(end + 1), 'latin1').toString('utf8');
    const isHidden = path !== '' && (isSecretInTree(path) || isInside(path, withheld));
    (isHidden && !EMPTY.has(id) ? candidates : plain).push(id);
  }
  return sorted(gitDir, { plain, candidates }, limitMs);
}

/** A directory or a tag can have the name of a secret too. */
async function sorted(
  gitDir: string,
  { plain, candidates }: { plain: string[]; candidates: readonly string[] },
  limitMs: number,
): Promise<ListedObjects | undefined> {
  if (candidates.length === 0) return { plain, secret: [] };
  const types = await askGit(gitDir, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], {
    ...{ input: candidates.map((id) => `${id}\n`).join(''), limitMs, mostBytes: MOST_BYTES },
  });
  if (types === undefined) return undefined;
  const secret: string[] = [];
  for (const line of types.split('\n')) {
    const [id = '', type] = line.split(' ');
    if (type === 'blob') secret.push(id);
    else if (id !== '') plain.push(id);
  }
  return { plain, secret };
}
