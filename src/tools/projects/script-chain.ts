import { join } from 'node:path';

/** Reads a file inside the caller's roots; undefined where there is none. */
export type ReadText = (path: string) => string | undefined;

/** One command that running a script comes to. */
export interface ScriptStep {
  readonly script: string;
  /** Where its package.json lies, written as the caller wrote the project's path. */
  readonly directory: string;
  readonly command: string;
}

export interface PackageScripts {
  readonly directory: string;
  readonly scripts: ReadonlyMap<string, string>;
}

const MAX_STEPS = 200;
const MAX_UPWARDS = 40;

/** The scripts of the nearest package.json, from a directory upwards. */
export function nearestScripts(readText: ReadText, projectPath: string): PackageScripts | undefined {
  for (let up = 0; up < MAX_UPWARDS; up++) {
    const directory = join(projectPath, ...Array<string>(up).fill('..'));
    const found = scriptsIn(readText, directory);
    if (found) return found;
  }
  return undefined;
}

function scriptsIn(readText: ReadText, directory: string): PackageScripts | undefined {
  const text = readText(join(directory, 'package.json'));
  if (text === undefined) return undefined;
  try {
    // Sound: JSON is unknown; whatever has no scripts yields none below.
    const { scripts } = (JSON.parse(text.replace(/^\uFEFF/, '')) ?? {}) as { scripts?: unknown };
    const entries = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : [];
    return { directory, scripts: new Map(entries.filter(([, command]) => typeof command === 'string')) };
  } catch {
    return { directory, scripts: new Map() };
  }
}

/**
 * Everything a script may come to: what runs before and after it, and the scripts it names in turn. A word that is
 * a script's name counts wherever a command runs scripts at all, so that nothing is missed however it is written.
 */
export function scriptChain(
  readText: ReadText,
  start: PackageScripts,
  name: string,
  wordsOf: (step: ScriptStep) => readonly string[] = ({ command }) => roughWords(command),
): ScriptStep[] {
  const steps: ScriptStep[] = [];
  const seen = new Set<string>();
  const visit = (place: PackageScripts, script: string): void => {
    for (const each of [`pre${script}`, script, `post${script}`]) {
      const command = place.scripts.get(each);
      const key = join(place.directory, each);
      if (command === undefined || seen.has(key) || steps.length === MAX_STEPS) continue;
      seen.add(key);
      const step = { script: each, directory: place.directory, command };
      steps.push(step);
      for (const [elsewhere, nested] of nestedScripts(readText, place, wordsOf(step)))
        visit(elsewhere, nested);
    }
  };
  visit(start, name);
  return steps;
}

const RUNNERS =
  /(^|\/)(npm|pnpm|yarn|yarnpkg|bun|bunx|npx|run-s|run-p|npm-run-all2?|concurrently|conc|ni|nr)(\.c?js)?$|^(npm|pnpm|yarn|bun|node):|^--run(=|$)/;

function nestedScripts(
  readText: ReadText,
  place: PackageScripts,
  words: readonly string[],
): [PackageScripts, string][] {
  if (!words.some((word) => RUNNERS.test(word))) return [];
  const names = words.map((word) => word.replace(/^(npm|pnpm|yarn|bun|node):|^--run=/, ''));
  return [place, ...packagesNamed(readText, place, words)].flatMap((one) =>
    [...one.scripts.keys()]
      .filter((script) => names.some((name) => name === script || fits(name, script)))
      .map((script): [PackageScripts, string] => [one, script]),
  );
}

/** Other packages whose directory a command names, as in `npm --prefix web run build`. */
const packagesNamed = (readText: ReadText, { directory }: PackageScripts, words: readonly string[]) =>
  [...new Set(words.map((word) => word.replace(/^--?[\w-]+=/, '')))]
    .filter((word) => /^[\w.@][\w./@-]*$/.test(word) && word !== '.')
    .slice(0, 50)
    .flatMap((word) => scriptsIn(readText, join(directory, word)) ?? []);

/** `build:*` of npm-run-all and concurrently. */
const fits = (pattern: string, script: string): boolean =>
  pattern.includes('*') &&
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')}$`).test(script);

/** Words as they stand, whatever quotes and operators are around them. */
export const roughWords = (command: string): string[] =>
  command.split(/[\s;&|()"'`]+/).filter((word) => word !== '');
