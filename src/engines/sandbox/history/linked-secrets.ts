import { posix } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { isSecretInTree } from '../../../core/path/sensitive-paths.ts';
import { askGit } from './ask-git.ts';
import { type ListedObjects, listObjects, type Wanted } from './list-objects.ts';

/** A link is a small file to git, with the path it leads to. */
const LONGEST_LINK = 4096;
const MOST_BYTES = 16 * 1024 * 1024;

/** Of links that lead to links, so many are followed. */
const MOST_ROUNDS = 5;

/**
 * Lists objects, with what links of the name of a secret lead to among the secrets: `.env` -> `environments/dev.txt`. Answers
 * these places, too.
 */
export async function listWithLinks(
  gitDir: string,
  wanted: Wanted,
): Promise<{ readonly listed: ListedObjects; readonly links: readonly string[] } | undefined> {
  const until = Date.now() + wanted.limitMs;
  let links: readonly string[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const limitMs = Math.max(1, until - Date.now());
    const withheld = [...wanted.withheld, ...links];
    const listed = await listObjects(gitDir, { ...wanted, withheld, limitMs });
    const found = listed && (await targetsOf(gitDir, listed.paths, limitMs));
    if (!found) return undefined;
    const more = found.filter((path) => !isInside(path, withheld));
    if (more.length === 0) return { listed, links };
    links = [...links, ...more];
  }
  return undefined;
}

/**
 * A listing does not say which files are links, so whatever could be one is taken for one: it hides a file only if it says
 * its very path.
 */
async function targetsOf(
  gitDir: string,
  paths: ListedObjects['paths'],
  limitMs: number,
): Promise<string[] | undefined> {
  if (paths.size === 0) return [];
  const input = [...paths.keys()].map((id) => `${id}\n`).join('');
  const printed = await askGit(gitDir, ['cat-file', '--batch-check=%(objectname) %(objectsize)'], {
    ...{ input, limitMs, mostBytes: MOST_BYTES },
  });
  if (printed === undefined) return undefined;
  const small = printed.split('\n').flatMap((line) => {
    const [id = '', size] = line.split(' ');
    return size !== undefined && Number(size) <= LONGEST_LINK ? [id] : [];
  });
  const texts = await textsOf(gitDir, small, limitMs);
  return texts && [...new Set(texts.flatMap(([id, text]) => targetOf(paths.get(id) ?? '', text)))].sort();
}

async function textsOf(
  gitDir: string,
  ids: readonly string[],
  limitMs: number,
): Promise<[string, string][] | undefined> {
  if (ids.length === 0) return [];
  const input = ids.map((id) => `${id}\n`).join('');
  const printed = await askGit(gitDir, ['cat-file', '--batch'], { input, limitMs, mostBytes: MOST_BYTES });
  if (printed === undefined) return undefined;
  let at = 0;
  return ids.map((id) => {
    const end = printed.indexOf('\n', at);
    const size = Number(printed.slice(at, end).split(' ')[2]);
    at = end + 1 + size + 1;
    return [id, Buffer.from(printed.slice(end + 1, end + 1 + size), 'latin1').toString('utf8')];
  });
}

/** As a path of the repository; none where it leads out of it, or is not one. */
function targetOf(link: string, text: string): string[] {
  if (text === '' || /[\n\0]/.test(text) || text.startsWith('/')) return [];
  const target = posix.normalize(posix.join(posix.dirname(link), text)).replace(/\/$/, '');
  const isOutside = target === '.' || target === '..' || target.startsWith('../');
  return isOutside || isSecretInTree(target) ? [] : [target];
}
