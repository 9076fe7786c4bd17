import { join } from 'node:path';
import {
  LONGEST_SCRIPT_NAME,
  type PackageScripts,
  type ReadText,
  scriptsIn,
} from '../../core/process/package-scripts.ts';
import { findText } from '../../core/text/find-text.ts';

/** One command that running a script comes to. */
export interface ScriptStep {
  readonly script: string;
  /** Where its package.json lies, written as the caller wrote the project's path. */
  readonly directory: string;
  readonly command: string;
}

const MAX_STEPS = 200;
const MAX_PACKAGES = 300;
/** Of all steps together: each is compared with every script. */
const MAX_PATTERNS = 100;

/**
 * Everything a script may come to: what runs before and after it, and the scripts it names in turn. A word that is
 * a script's name counts wherever a command runs scripts at all, so that nothing is missed however it is written.
 */
export function scriptChain(
  readText: ReadText,
  start: PackageScripts,
  name: string,
  {
    wordsOf = ({ command }) => roughWords(command),
    onTooMany = () => {},
  }: {
    readonly wordsOf?: (step: ScriptStep) => readonly string[];
    /** It comes to more than is told here. */
    readonly onTooMany?: () => void;
  } = {},
): ScriptStep[] {
  const steps: ScriptStep[] = [];
  const seen = new Set<string>();
  const packages = createPackages(readText);
  const named = createNames(onTooMany);
  const visit = (place: PackageScripts, script: string): void => {
    for (const each of [`pre${script}`, script, `post${script}`]) {
      const command = place.scripts.get(each);
      const key = join(place.directory, each);
      if (command === undefined || seen.has(key)) continue;
      if (steps.length === MAX_STEPS) {
        onTooMany();
        return;
      }
      seen.add(key);
      const step = { script: each, directory: place.directory, command };
      steps.push(step);
      const words = wordsOf(step);
      if (!words.some((word) => RUNNERS.test(word))) continue;
      for (const one of [place, ...packages.namedIn(place, words)])
        for (const nested of named.in(one, words)) visit(one, nested);
    }
  };
  visit(start, name);
  return steps;
}

const RUNNERS =
  /(^|\/)(npm|pnpm|yarn|yarnpkg|bun|bunx|npx|run-s|run-p|npm-run-all2?|concurrently|conc|ni|nr)(\.c?js)?$|^(npm|pnpm|yarn|bun|node):|^--run(=|$)/;

function createNames(onTooMany: () => void) {
  let patternsLeft = MAX_PATTERNS;
  const take = (patterns: readonly string[]): readonly string[] => {
    const taken = patterns.slice(0, patternsLeft);
    patternsLeft -= taken.length;
    if (taken.length < patterns.length) onTooMany();
    return taken;
  };
  return {
    in: ({ scripts, hasMore = false }: PackageScripts, words: readonly string[]): string[] => {
      if (hasMore) onTooMany();
      const names = new Set(words.map((word) => word.replace(/^(npm|pnpm|yarn|bun|node):|^--run=/, '')));
      const patterns = take([...names].filter((name) => name.includes('*'))).flatMap(partsOf);
      const fitting =
        patterns.length === 0
          ? []
          : [...scripts.keys()].filter((script) => patterns.some((pattern) => fits(pattern, script)));
      return [...new Set([...[...names].filter((name) => scripts.has(name)), ...fitting])];
    },
  };
}

/** Other packages whose directory a command names, as in `npm --prefix web run build`; each is read once. */
function createPackages(readText: ReadText) {
  const known = new Map<string, PackageScripts | undefined>();
  const at = (directory: string): PackageScripts | undefined => {
    if (!known.has(directory) && known.size < MAX_PACKAGES)
      known.set(directory, scriptsIn(readText, directory));
    return known.get(directory);
  };
  return {
    namedIn: ({ directory }: PackageScripts, words: readonly string[]): PackageScripts[] =>
      [...new Set(words.map((word) => word.replace(/^--?[\w-]+=/, '')))]
        .filter((word) => /^[\w.@][\w./@-]*$/.test(word) && word !== '.')
        .flatMap((word) => at(join(directory, word)) ?? []),
  };
}

/** What stands between its stars; none of one that is too long for any name. */
const partsOf = (pattern: string): readonly string[][] =>
  pattern.replaceAll('*', '').length > LONGEST_SCRIPT_NAME ? [] : [pattern.split(/\*+/)];

/** `build:*` of npm-run-all and concurrently. Part by part: a regular expression could take for ever. */
function fits([first = '', ...others]: readonly string[], script: string): boolean {
  const rest = others.slice(0, -1);
  const last = others.at(-1) ?? '';
  if (!script.startsWith(first) || !script.slice(first.length).endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = findText(script, part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= script.length - last.length;
}

/** Words as they stand, whatever quotes and operators are around them. */
export const roughWords = (command: string): string[] =>
  command.split(/[\s;&|()"'`]+/).filter((word) => word !== '');
