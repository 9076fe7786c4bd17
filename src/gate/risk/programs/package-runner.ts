import { dirname, join } from 'node:path';
import { type Finding, finding } from '../finding.ts';
import { known, type Value } from '../parse/words.ts';
import type { Place } from '../place.ts';
import type { Judge } from './judge.ts';

// These fetch a package and run it, whether it is installed or not.
const ALWAYS_FETCH: Readonly<Record<string, RegExp>> = {
  uvx: /^/,
  uv: /^tool run /,
  pipx: /^run /,
  bunx: /^/,
  pnpx: /^/,
  bun: /^x /,
  pnpm: /^dlx /,
  yarn: /^dlx /,
  dnx: /^/,
};
const RUNS_LOCAL: Readonly<Record<string, RegExp>> = { npx: /^/, npm: /^(exec|x) / };
/** Options that change neither what is run nor where it comes from. */
const PLAIN = /^(-y|--yes|--no|--no-install|--prefer-offline|--offline|-q|--quiet|--silent|--bun|-s|--)$/;
const NEVER_FETCHES = /^(--no|--no-install|--offline)$/;

/** A package that is downloaded and run at once. */
export function judgeFetched(name: string, args: readonly Value[]): Finding[] {
  const line = lineOf(args);
  const start = Object.hasOwn(ALWAYS_FETCH, name) ? ALWAYS_FETCH[name]?.exec(line)?.[0] : undefined;
  if (start === undefined) return [];
  const [tool = ''] = line
    .slice(start.length)
    .split(' ')
    .filter((word) => word !== '' && !word.startsWith('-'));
  return tool === '' ? [] : [finding('HIGH', `downloads ${tool} and runs it`, { isNetwork: true })];
}

/**
 * `npx tool`, where the tool is installed in the project: judged as that program. Where it is not, npx would download
 * it. Undefined where neither can be said.
 */
export function judgeLocalTool(name: string, args: readonly Value[], judge: Judge): Finding[] | undefined {
  const start = Object.hasOwn(RUNS_LOCAL, name) ? RUNS_LOCAL[name]?.exec(lineOf(args))?.[0] : undefined;
  if (!judge.place.readText) return undefined;
  if (start === undefined) {
    noteInstalled(name, args, judge.place);
    return undefined;
  }
  const words = start === '' ? args : args.slice(1);
  const at = words.findIndex(({ text }) => !PLAIN.test(text));
  const tool = words[at];
  if (!tool?.isKnown || tool.alternatives || tool.text.startsWith('-')) return undefined;
  const rest = words.slice(at + 1).filter(({ text }, i) => !(i === 0 && text === '--'));
  const file = installed(tool.text, judge.place);
  if (file !== undefined) judge.place.notes?.runs.add(file);
  const isLocal = file !== undefined || words.slice(0, at).some(({ text }) => NEVER_FETCHES.test(text));
  if (!isLocal) return [finding('HIGH', `downloads ${tool.text} and runs it`, { isNetwork: true })];
  return [
    finding('LOW', `runs ${tool.text} of the project`),
    ...judge.command([known(tool.text), ...rest], name),
  ];
}

/** `pnpm exec tool`, `yarn exec tool`: from the project first, as with npx. */
function noteInstalled(name: string, [verb, tool]: readonly Value[], place: Place): void {
  if (!/^(pnpm|yarn)$/.test(name) || verb?.text !== 'exec' || !tool?.isKnown) return;
  const file = installed(tool.text, place);
  if (file !== undefined) place.notes?.runs.add(file);
}

const lineOf = (args: readonly Value[]): string => args.map(({ text }) => `${text} `).join('');

/** Where the project has a program of this name. */
export function installed(tool: string, { cwds, readText }: Place): string | undefined {
  if (!/^(@[\w.-]+\/)?[\w.-]+$/.test(tool)) return undefined;
  const directories = cwds.flatMap(upwards).map((directory) => join(directory, 'node_modules'));
  const programs = directories.map((directory) => join(directory, '.bin', tool));
  const found = programs.find((file) => readText?.(file) !== undefined);
  // A program that is no text is still a package of that name.
  const at = directories.findIndex(
    (directory) => readText?.(join(directory, tool, 'package.json')) !== undefined,
  );
  return found ?? programs[at];
}

function upwards(directory: string): string[] {
  const above = dirname(directory);
  return above === directory ? [directory] : [directory, ...upwards(above)];
}
