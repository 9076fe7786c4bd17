import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { isConfigFile, isSecretFile } from '../../../core/path/sensitive-paths.ts';
import { partsOf, wordsOf } from '../../../core/shell/blanks.ts';
import type { Value } from '../parse/words.ts';
import { type Place, pathsOf } from '../place.ts';
import { flagsOf } from './flags-of.ts';
import { noteUnfound } from './note-runs.ts';
import type { ProgramRule } from './program-rule.ts';
import { isForData, ruleFor } from './rule-for.ts';
import { valuedOptions } from './valued-options.ts';
import { WRAPPERS } from './wrappers.ts';

/**
 * What a program may be told by: the directory it works in, and the files of the project that its words name. Which option
 * of which program loads code nobody can list, so every file behind an option counts that could be code or settings.
 */
export function noteTold(name: string, args: readonly Value[], place: Place): void {
  if (!place.notes || !place.entriesOf || isForData(name) || Object.hasOwn(WRAPPERS, name)) return;
  // Not known: then no standing answer is for there.
  for (const cwd of place.cwds.length > 0 ? place.cwds : ['']) place.notes.workplaces.add(cwd);
  const rule = ruleFor(name);
  const flags = flagsOf(rule);
  const isFlag = (word: string): boolean => FLAG.test(word) || flags.has(word) || word.includes('=');
  const isHere = (called: string): boolean => isCalledHere(called, place);
  const isThere = (called: string): boolean => isHere(called) || isCalledSomewhere(called, place);
  for (const option of valuedOptions(name, args, { isFlag, isHere, isThere })) {
    place.notes.options.add(option);
    for (const called of namesIn(option)) if (isThere(called)) place.notes.named.add(called);
  }
  const first = args.findIndex(({ text }) => !text.startsWith('-'));
  for (const [i, value] of args.entries()) {
    const before = args[i - 1]?.text ?? '';
    // Behind `--` there are only operands.
    const isBehind = before.startsWith('-') && before !== '--' && !isFlag(before);
    if (OUTPUT.test(value.text) || (isBehind && OUTPUT.test(before))) continue;
    if (isBehind || /^[-@]|=/.test(value.text)) noteValue(name, value, place);
    else noteOperand(value, place, operandKind(name, rule, i === first));
  }
  if (CONTAINERS.test(name)) noteContainerFiles(args, place);
}

/** `1` may be 1.py, or a directory of its own. */
const isCalledHere = (name: string, { cwds, entriesOf }: Place): boolean =>
  cwds.some((cwd) => {
    const entries = entriesOf?.(cwd);
    return Array.isArray(entries) && entries.some((entry) => entry === name || entry.startsWith(`${name}.`));
  });

/** In `src`, in `node_modules`, or wherever else a program looks for names. */
const isCalledSomewhere = (name: string, { cwds, roots, stemsBelow }: Place): boolean =>
  stemsBelow !== undefined &&
  roots
    .filter((root) => cwds.some((cwd) => isInside(cwd, [root])))
    .some((root) => stemsBelow(root)?.has(name) ?? true);

/** `evil` of `-pevil`, `docs` and `evil` of `--app docs.evil`. */
const namesIn = (option: string): ReadonlySet<string> =>
  new Set(
    wordsOf(option)
      .flatMap(partsOf)
      .flatMap((part) => [part, ...part.split(/[/.:]/)])
      .filter((part) => part !== ''),
  );

/** Where what it makes goes to: that is another file each time. */
const OUTPUT =
  /^(-o|--(out(put|file|dir)?([-_]?(file|dir|path))?|dest|junit-?xml|log-?file|report-path))(=|$)/i;
const FLAG =
  /^(-[qvxl]+|--(fix|write|check|quiet|verbose|silent|watch|run|coverage|bail|strict|dry-run|all|recursive|force|staged|diff|ci|json|color|list-different|no-[\w-]+))$/;
/** Nothing that a program runs or is set up by. */
const DATA =
  /\.(csv|tsv|md|mdx|rst|png|jpe?g|gif|webp|svg|ico|pdf|html?|css|s[ac]ss|less|db|sqlite3?|parquet|lcov|zip|t?gz|woff2?|mp[34])$/i;
// As Node, Ruby and Perl find a module whose name is not whole.
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.json', '/index.js', '.rb', '.pm'];
/** They are given sources to test, compile or check, and which of them makes no difference. */
const TAKES_SOURCES =
  /^(vitest|jest|mocha|ava|playwright|cypress|wdio|karma|tox|nox|phpunit|pest|rspec|pytest|py\.test|ctest|gcc|g\+\+|cc|c\+\+|clang|clang\+\+|tcc|rustc|javac|kotlinc|scalac|ghc|ocamlc|nvcc|protoc|tsc|swc|esbuild|sass|lessc)$/;

type OperandKind = 'data' | 'setting' | 'program';

/** What an operand can be to a program: just data, at most a build file, or what it runs. */
function operandKind(name: string, rule: ProgramRule | undefined, isFirst: boolean): OperandKind {
  const { operands = 'text', isInterpreter } = rule ?? {};
  // What these run is noticed where they are judged.
  if (isInterpreter || name.includes('/') || operands !== 'text') return 'data';
  return !TAKES_SOURCES.test(name) && (isFirst || !rule) ? 'program' : 'setting';
}

function noteValue(name: string, value: Value, place: Place): void {
  if (value.isGlob) noteUnfound(`which files ${name} is told by (${value.text})`, place);
  for (const path of namedIn(value, place)) {
    const found = ENDINGS.map((ending) => path + ending).find((one) => place.entriesOf?.(one) !== undefined);
    if (found === undefined) continue;
    if (place.entriesOf?.(found) !== 'file') noteDirectory(found, place);
    else if (!DATA.test(found)) note(found, !isSecretFile(found), place);
  }
}

function noteOperand(value: Value, place: Place, kind: OperandKind): void {
  const modules = kind === 'program' ? pythonModules(value, place) : [];
  for (const path of [...namedIn(value, place), ...modules])
    if (place.entriesOf?.(path) !== 'file') noteDirectory(path, place);
    else if (kind === 'program' ? !DATA.test(path) : kind === 'setting' && isConfigFile(path))
      note(path, false, place);
}

/** `docs.evil:app` is in docs/evil.py, or in docs/evil/__init__.py. */
function pythonModules({ text }: Value, place: Place): string[] {
  const [, name] = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?::[\w.]+)?$/.exec(text) ?? [];
  const path = name?.replaceAll('.', '/');
  return path === undefined
    ? []
    : place.cwds.flatMap((cwd) => [`${path}.py`, `${path}/__init__.py`].map((file) => join(cwd, file)));
}

/** With build files of its own it is a project of its own. */
function noteDirectory(path: string, place: Place): void {
  const names = place.entriesOf?.(path);
  if (!names || names === 'file' || place.cwds.includes(path)) return;
  if (names.some((entry) => isConfigFile(join(path, entry)))) note(path, false, place);
}

function note(path: string, isByContent: boolean, { notes }: Place): void {
  notes?.told.set(path, { path, isByContent: isByContent || notes.told.get(path)?.isByContent === true });
}

/** `x`, `--config=x`, `-rx`, `a=x`, `{"a":"x"}`: whatever may be the name of a file in an open directory. */
function namedIn({ text, alternatives = [] }: Value, place: Place): string[] {
  const words = [text, ...alternatives];
  const parts = words.flatMap(partsOf);
  const paths = parts.flatMap((part) => (part === '' || part === '-' ? [] : (pathsOf(part, place) ?? [])));
  return [...new Set(paths)].filter((path) => isInside(path, place.roots));
}

export const CONTAINERS = /^(docker|podman|nerdctl|docker-compose|podman-compose)$/;
const CONTAINER_FILE = /^((docker-)?compose([.-][\w-]+(\.[\w-]+)*)?\.ya?ml|(docker|container)file)$/i;

/** They run what these files say, with the machine at hand: also those that no word names. */
function noteContainerFiles(args: readonly Value[], place: Place): void {
  for (const directory of [...place.cwds, ...args.flatMap((value) => namedIn(value, place))]) {
    const names = place.entriesOf?.(directory);
    if (!names || names === 'file') continue;
    for (const entry of names) if (CONTAINER_FILE.test(entry)) note(join(directory, entry), true, place);
  }
}
