import { join } from 'node:path';

/** Reads a file inside the caller's roots; undefined where there is none. */
export type ReadText = (path: string) => string | undefined;

export interface PackageScripts {
  readonly directory: string;
  readonly scripts: ReadonlyMap<string, string>;
  /** It has more of them, which are as if they were not there. */
  readonly hasMore?: boolean;
}

const MAX_UPWARDS = 40;
/** Nobody writes as many by hand, and everybody waits while they are gone through. */
const MAX_SCRIPTS = 2000;
/** Longer ones are nobody's names: a project does not have them. */
export const LONGEST_SCRIPT_NAME = 1000;

/** The scripts of the nearest package.json, from a directory upwards. */
export function nearestScripts(readText: ReadText, projectPath: string): PackageScripts | undefined {
  for (let up = 0; up < MAX_UPWARDS; up++) {
    const directory = join(projectPath, ...Array<string>(up).fill('..'));
    const found = scriptsIn(readText, directory);
    if (found) return found;
    if (directory === '/') return undefined;
  }
  return undefined;
}

/** The scripts of the package.json in this directory. */
export function scriptsIn(readText: ReadText, directory: string): PackageScripts | undefined {
  const text = readText(join(directory, 'package.json'));
  if (text === undefined) return undefined;
  return { directory, ...scriptsOf(text) };
}

type Scripts = Omit<PackageScripts, 'directory'>;

/** The same file is asked about again for each step of a script. */
let last: { readonly text: string; readonly scripts: Scripts } | undefined;

function scriptsOf(text: string): Scripts {
  if (last?.text !== text) last = { text, scripts: parseScripts(text) };
  return last.scripts;
}

function parseScripts(text: string): Scripts {
  try {
    // Sound: JSON is unknown; whatever has no scripts yields none below.
    const { scripts } = (JSON.parse(text.replace(/^\uFEFF/, '')) ?? {}) as { scripts?: unknown };
    const entries = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : [];
    const told = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const known = told.filter(([name]) => name.length <= LONGEST_SCRIPT_NAME).slice(0, MAX_SCRIPTS);
    return { scripts: new Map(known), ...(told.length > known.length && { hasMore: true }) };
  } catch {
    return { scripts: new Map() };
  }
}

/** The files in which a project sets up its package manager. */
export const MANAGER_SETTINGS = ['.npmrc', 'pnpm-workspace.yaml'];

/** Whether they say what shell scripts run in, or what Node loads before them. */
export const bringsOwnShell = (settings: string): boolean =>
  settings
    .split(/[\r\n]+/)
    .some((line) => /^(script-shell|scriptShell|node-options|nodeOptions)\s*[=:]/.test(line.trim()));
