import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundNames } from '../../core/path/found-names.ts';

const MOST_ENTRIES = 5000;
/** What a shell makes of these first is not worked out here. */
const UNKNOWN = /^$|[\\'"{}$`()~]/;
const GLOB = /[*?[]/;

/** How the names look that a pattern of a shell finds now; of what cannot be told, any may be there. */
export function foundNames(pattern: string, cwd: string): FoundNames {
  const names = UNKNOWN.test(pattern) ? undefined : namesFor(pattern, cwd);
  if (!names) return { isOption: true, isSure: false, isNone: false };
  const shape = shapeOf(pattern);
  return {
    isOption: names.some((name) => name.startsWith('-')),
    isSure: names.some((name) => !/(^|\/)\./.test(name) && shape?.test(name)),
    isNone: names.length === 0,
  };
}

/** Of plain wildcards alone; undefined for others. */
const shapeOf = (pattern: string): RegExp | undefined =>
  /\*\*|\[|^[./]/.test(pattern)
    ? undefined
    : new RegExp(`^${RegExp.escape(pattern).replaceAll('\\*', '[^/]*').replaceAll('\\?', '[^/]')}$`, 's');

/** Relative to where the pattern begins, and rather more than it finds; undefined where that are too many. */
function namesFor(pattern: string, cwd: string): readonly string[] | undefined {
  const top = pattern.startsWith('/') ? '/' : cwd;
  let found: readonly string[] = [''];
  let seen = 0;
  for (const part of pattern.split('/').filter((one) => one !== '' && one !== '.')) {
    if (part === '**') {
      found = found.flatMap((name) => [name, ...foldersBelow(top, name)]);
      seen += found.length;
      if (seen > MOST_ENTRIES) return undefined;
      continue;
    }
    if (!GLOB.test(part)) {
      found = found.map((name) => join(name, part));
      continue;
    }
    found = found.flatMap((name) =>
      entriesIn(join(top, name), part).map((entry) => (name === '' ? entry : `${name}/${entry}`)),
    );
    seen += found.length;
    if (seen > MOST_ENTRIES) return undefined;
  }
  // `./*` begins with what is written.
  return /^\.?\//.test(pattern) ? found.map((name) => `./${name}`) : found;
}

/** As zsh goes, and Bash where it is told to. */
function foldersBelow(top: string, name: string): string[] {
  const found: string[] = [];
  const waiting = [name];
  for (let at = waiting.pop(); at !== undefined && found.length <= MOST_ENTRIES; at = waiting.pop())
    for (const folder of foldersIn(join(top, at))) {
      const path = at === '' ? folder : `${at}/${folder}`;
      found.push(path);
      waiting.push(path);
    }
  return found;
}

function foldersIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** By what is written before the first wildcard and behind the last one. */
function entriesIn(directory: string, part: string): string[] {
  const [, start = '', end = ''] = /^([^*?[]*)[*?[](?:.*[*?\]])?([^*?\]]*)$/s.exec(part) ?? [];
  try {
    return readdirSync(directory).filter((name) => name.startsWith(start) && name.endsWith(end));
  } catch {
    return [];
  }
}
