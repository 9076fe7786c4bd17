import { join } from 'node:path';
import { type Finding, finding } from '../finding.ts';
import { known, type Value } from '../parse/words.ts';
import { directoriesFrom, isFile, pathsOf } from '../place.ts';
import type { Judge } from '../programs/judge.ts';
import { noteUnfound } from '../programs/note-runs.ts';
import { type Makefile, parseMakefile, shellLine } from './makefile.ts';
import { isPlainMakeOption } from './plain-options.ts';

const NAMES = ['GNUmakefile', 'makefile', 'Makefile'];
const MOST_RULES = 200;

/** make, judged by the recipes it would run; undefined where there is no Makefile to be read. */
export function judgeMake(args: readonly Value[], judge: Judge): Finding[] | undefined {
  const { readText, notes } = judge.place;
  const words = args.map(({ text }) => text);
  const given = valuesOf(words);
  const [directory, ...others] = directoriesFrom(given.directories, judge.place) ?? [];
  // What is on no list may lead to another Makefile, and an answer to these words covers no others.
  if (given.isStrange) noteUnfound(`what make runs with these words (make ${words.join(' ')})`, judge.place);
  if (given.isStrange || !readText || !notes || directory === undefined || others.length > 0)
    return undefined;
  const file = (given.file === undefined ? NAMES : [given.file])
    .flatMap((name) => pathsOf(name, { ...judge.place, cwds: [directory] }) ?? [])
    .find((path) => isFile(path, judge.place));
  if (file === undefined) {
    notes.runs.add(join(directory, given.file ?? 'Makefile'));
    return undefined;
  }
  notes.runs.add(file);
  const own = readText(file);
  if (own === undefined) return undefined;
  const makefile = withIncludes(own, directory, given.variables, readText, notes.runs);
  const isDry = words.some((word) =>
    /^(-(?=[a-zA-Z]*[nqt])[a-zA-Z]+|--(just-print|dry-run|recon|question))$/.test(word),
  );
  const targets =
    given.targets.length > 0 ? given.targets : makefile.first === undefined ? [] : [makefile.first];
  if (args.some(({ isKnown }) => !isKnown))
    noteUnfound('a target of make that is only known at run time', judge.place);
  return [
    ...(/^(\/(usr\/)?bin\/(env )?)?(ba|da|k|z)?sh$/.test(makefile.shell)
      ? []
      : [finding('HIGH', `the Makefile has its recipes read by ${makefile.shell}`)]),
    ...makefile.atOnce.flatMap((line) =>
      judgeRecipe([line], 'what make runs while it reads the Makefile', directory, judge),
    ),
    ...(isDry
      ? []
      : targetsOf(makefile, targets).flatMap((target) =>
          judgeTarget(file, makefile, target, directory, judge),
        )),
  ];
}

interface MakeWords {
  readonly directories: readonly string[];
  readonly file: string | undefined;
  readonly targets: readonly string[];
  readonly variables: ReadonlyMap<string, string>;
  readonly isStrange: boolean;
}

const WITH_NUMBER = /^(-[jl]|--(jobs|load-average))$/;

function valuesOf(words: readonly string[]): MakeWords {
  const directories: string[] = [];
  const targets: string[] = [];
  const variables = new Map<string, string>();
  const files: string[] = [];
  let isStrange = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    const [, directory] = /^(?:-C|--directory=)(.+)$/.exec(word) ?? [];
    const [, makefile] = /^(?:-f|--(?:make)?file=)(.+)$/.exec(word) ?? [];
    const [, name, value] = /^([\w.][\w.-]*)[:+?]*=(.*)$/s.exec(word) ?? [];
    if (directory !== undefined) directories.push(directory);
    else if (makefile !== undefined) files.push(makefile);
    else if (word === '-C' || word === '--directory') directories.push(words[++i] ?? '.');
    else if (word === '-f' || word === '--file' || word === '--makefile') files.push(words[++i] ?? '');
    else if (name !== undefined && value !== undefined) variables.set(name, value);
    else if (WITH_NUMBER.test(word) && /^\d/.test(words[i + 1] ?? '')) i++;
    else if (!word.startsWith('-')) targets.push(word);
    else isStrange ||= !isPlainMakeOption(word);
  }
  return { directories, file: files[0], targets, variables, isStrange: isStrange || files.length > 1 };
}

/** The Makefile and what it includes, one level deep. */
function withIncludes(
  own: string,
  directory: string,
  variables: ReadonlyMap<string, string>,
  readText: (path: string) => string | undefined,
  runs: Set<string>,
): Makefile {
  const texts = parseMakefile(own, variables).includes.map((name) => {
    const path = join(directory, name);
    const text = readText(path);
    if (text !== undefined) runs.add(path);
    return text ?? '';
  });
  return texts.length === 0
    ? parseMakefile(own, variables)
    : parseMakefile([own, ...texts].join('\n'), variables);
}

/** The targets and all that they need, as far as the file has rules for them. */
function targetsOf({ rules }: Makefile, start: readonly string[]): string[] {
  const found = new Set<string>();
  const next = [...start];
  for (let target = next.shift(); target !== undefined && found.size < MOST_RULES; target = next.shift()) {
    if (found.has(target)) continue;
    found.add(target);
    next.push(...(rules.get(target)?.needs ?? []));
  }
  return [...found];
}

function judgeTarget(
  file: string,
  { rules }: Makefile,
  target: string,
  directory: string,
  judge: Judge,
): Finding[] {
  const recipe = rules.get(target)?.recipe.filter((line) => line !== '') ?? [];
  const { notes } = judge.place;
  if (recipe.length === 0 || notes?.scripts.some((one) => one.file === file && one.name === target))
    return [];
  notes?.scripts.push({ file, name: target, text: recipe.map((line) => shellLine(line) ?? line).join('\n') });
  return judgeRecipe(recipe, `part of the recipe of ${target}`, directory, judge);
}

function judgeRecipe(lines: readonly string[], what: string, directory: string, judge: Judge): Finding[] {
  return lines.flatMap((line) => {
    const text = shellLine(line);
    if (text === undefined) {
      noteUnfound(what, judge.place);
      return [finding('MEDIUM', `${what} is only known at run time`)];
    }
    return judge.shell(known(text), [directory]);
  });
}
