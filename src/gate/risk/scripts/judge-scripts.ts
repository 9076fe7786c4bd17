import { basename, join } from 'node:path';
import {
  bringsOwnShell,
  MANAGER_SETTINGS,
  nearestScripts,
  type PackageScripts,
} from '../../../core/process/package-scripts.ts';
import { type Finding, finding } from '../finding.ts';
import { known, type Value } from '../parse/words.ts';
import { isFile, type Place, pathsOf } from '../place.ts';
import type { Judge } from '../programs/judge.ts';
import { noteRun, noteUnfound } from '../programs/note-runs.ts';
import { installed } from '../programs/package-runner.ts';
import { withDefaults } from './default-scripts.ts';
import { judgeMake } from './judge-make.ts';
import { type NamedScripts, namedScripts, RUNNERS } from './named-scripts.ts';

/** What a command runs of the project's own scripts, judged by what they say; undefined where it runs none. */
export function judgeScripts(name: string, args: readonly Value[], judge: Judge): Finding[] | undefined {
  const program = basename(name);
  if (program === 'make' || program === 'gmake') return judgeMake(args, judge);
  noteTaskFile(program, judge.place);
  const named = namedScripts(program, args);
  if (!named) return undefined;
  // With the very words: an answer to them covers no others.
  const line = [program, ...args.map(({ text }) => text)].join(' ');
  if (named.isElsewhere) noteUnfound(`scripts of other packages of the workspace (${line})`, judge.place);
  if (named.isStrange) noteUnfound(`which script ${program} runs with these words (${line})`, judge.place);
  if (named.isOpen) noteUnfound(`the script that ${program} runs`, judge.place);
  const { readText } = judge.place;
  if (!readText || named.names.length === 0 || named.isElsewhere) return undefined;
  if (named.isStrange && !RUNNERS.has(program)) return undefined;
  const found = (pathsOf(named.directory ?? '.', judge.place) ?? []).flatMap(
    (directory) => nearestScripts(readText, directory) ?? [],
  );
  const packages = found.map((one) => withDefaults(one, program, named, judge.place));
  if (found.length === 0)
    noteUnfound(`the scripts of a package.json that cannot be read (${line})`, judge.place);
  if (named.names.includes('postinstall') && found.some(({ directory }) => hasOthers(readText, directory)))
    noteUnfound(`install scripts of other packages of the project (${line})`, judge.place);
  const judged = packages.flatMap((place) => runsOf(place, named).map((script) => ({ place, script })));
  const [first = ''] = named.names;
  const isThere = packages.some(({ scripts }) => [...scripts.keys()].some((script) => fits(first, script)));
  if (named.wanted === 'script' ? judged.length === 0 : !isThere) noteMissing(program, named, line, judge);
  if (judged.length === 0) return undefined;
  return [
    finding('MEDIUM', 'runs a script of the project'),
    ...found.flatMap(({ directory }) => ownShell(readText, directory)),
    ...judged.flatMap(({ place, script }) => judgeScript(place, script, named, judge)),
  ];
}

/** Whether an installation runs scripts of workspaces and local packages as well. */
const hasOthers = (readText: NonNullable<Place['readText']>, directory: string): boolean =>
  readText(join(directory, 'pnpm-workspace.yaml')) !== undefined ||
  /"workspaces"\s*:|:\s*"(file|link|portal|workspace):/.test(readText(join(directory, 'package.json')) ?? '');

// Read by these where no other file is named.
const TASK_FILES: Readonly<Record<string, readonly string[]>> = {
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  ninja: ['build.ninja'],
  rake: ['Rakefile', 'rakefile'],
};

function noteTaskFile(program: string, place: Place): void {
  const names = Object.hasOwn(TASK_FILES, program) ? (TASK_FILES[program] ?? []) : [];
  for (const path of place.cwds.flatMap((cwd) => names.map((name) => join(cwd, name))))
    if (isFile(path, place)) place.notes?.runs.add(path);
}

/** Where there is no such script, managers but npm look for a program of that name, and bun for a file. */
function noteMissing(program: string, named: NamedScripts, line: string, { place }: Judge): void {
  const [name = ''] = named.names;
  if (named.wanted === undefined || named.isOpen) return;
  const tool = named.wanted === 'script' ? undefined : installed(name, place);
  const isPath = /^[./~]|\.[cm]?[jt]sx?$/.test(name);
  if (tool !== undefined) place.notes?.runs.add(tool);
  else if (program === 'bun' && (isPath || pathsOf(name, place)?.some((path) => isFile(path, place))))
    noteRun(known(name), place, 'bun');
  else noteUnfound(`the script "${name}", which is in no package.json now (${line})`, place);
}

/** The scripts of the package that are named, each with what runs before and after it. */
const runsOf = ({ scripts }: PackageScripts, { names }: NamedScripts): string[] => {
  const main = [...scripts.keys()].filter((script) => names.some((name) => fits(name, script)));
  return [...new Set(main.flatMap((script) => [`pre${script}`, script, `post${script}`]))].filter((script) =>
    scripts.has(script),
  );
};

/** `build:*` of npm-run-all and concurrently; a star stands for anything here. */
function fits(name: string, script: string): boolean {
  const [first = '', ...rest] = name.split('*');
  if (rest.length === 0) return name === script;
  return script.startsWith(first) && script.endsWith(rest.at(-1) ?? '') && script.length >= first.length;
}

function judgeScript(
  { directory, scripts }: PackageScripts,
  script: string,
  { names, args }: NamedScripts,
  judge: Judge,
): Finding[] {
  const text = scripts.get(script) ?? '';
  const file = join(directory, 'package.json');
  const { notes } = judge.place;
  if (notes?.scripts.some((one) => one.file === file && one.name === script)) return [];
  notes?.runs.add(file);
  notes?.scripts.push({ file, name: script, text });
  const given = names.includes(script) ? args.map(quoted) : [];
  const own = judge.shell(known([text, ...given].join(' ')), [directory]);
  return MAKES_FILES.test(script)
    ? [...own, finding('MEDIUM', `the script "${script}" makes files`, { needs: ['write'] })]
    : own;
}

/** By its name: what it starts may be a program of the project, which nobody can look into. */
const MAKES_FILES =
  /^(pre|post)?(build|dist|compile|bundle|pack|package|generate|gen|codegen|prepare|format|fmt|fix|clean|setup|docs)([:_-]|$)|:(build|fix|write|generate)$/;

const quoted = (word: string): string =>
  /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** A project can choose what its scripts are read by. */
function ownShell(readText: (path: string) => string | undefined, directory: string): Finding[] {
  const settings = MANAGER_SETTINGS.map((name) => readText(join(directory, name)) ?? '').join('\n');
  return bringsOwnShell(settings)
    ? [finding('CRITICAL', 'the project brings the shell its scripts run in')]
    : [];
}
