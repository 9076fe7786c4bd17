import { globSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

const DEEPEST = 16;

/**
 * The names that an ssh_config offers, in its order: those of its Host lines that are no patterns, included files
 * too. Only ssh itself says what they mean; `ssh -G` is asked for that.
 */
export function sshConfigNames(file: string): readonly string[] {
  const known = kept.get(file);
  if (known && performance.now() - known.at < KEEP_MS) return known.names;
  const names = new Set<string>();
  collect(file, names, 0);
  kept.set(file, { at: performance.now(), names: [...names] });
  return [...names];
}

/** One call asks several times. */
const KEEP_MS = 250;
const kept = new Map<string, { readonly at: number; readonly names: readonly string[] }>();

function collect(file: string, names: Set<string>, depth: number): void {
  if (depth > DEEPEST) return;
  for (const [keyword, ...words] of linesOf(file)) {
    if (keyword === 'host') for (const name of words.filter(isName)) names.add(name);
    if (keyword === 'include')
      for (const path of words.flatMap(filesOf).sort()) collect(path, names, depth + 1);
  }
}

function linesOf(file: string): string[][] {
  try {
    return readFileSync(file, 'utf8').split('\n').map(wordsOf);
  } catch {
    // Not there, or not ours to read: ssh says so when it is used.
    return [];
  }
}

/** `Host "a b" c`, `Host=a`: a keyword in any case, then words. */
function wordsOf(line: string): string[] {
  const [keyword = '', ...words] = (/^\s*#/.test(line) ? '' : line)
    .replace(/^(\s*\w+)\s*=/, '$1 ')
    .match(/"[^"]*"|[^\s"]+/g) ?? [''];
  return [keyword.toLowerCase(), ...words.map((word) => word.replace(/^"(.*)"$/, '$1'))];
}

const isName = (word: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(word);

function filesOf(pattern: string): string[] {
  const path = pattern.startsWith('~/') ? join(homedir(), pattern.slice(2)) : pattern;
  const from = isAbsolute(path) ? path : join(homedir(), '.ssh', path);
  return globSync(from);
}
