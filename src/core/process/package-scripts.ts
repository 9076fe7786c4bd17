import { join } from 'node:path';

/** Reads a file inside the caller's roots; undefined where there is none. */
export type ReadText = (path: string) => string | undefined;

export interface PackageScripts {
  readonly directory: string;
  readonly scripts: ReadonlyMap<string, string>;
}

const MAX_UPWARDS = 40;

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
  try {
    // Sound: JSON is unknown; whatever has no scripts yields none below.
    const { scripts } = (JSON.parse(text.replace(/^\uFEFF/, '')) ?? {}) as { scripts?: unknown };
    const entries = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : [];
    return { directory, scripts: new Map(entries.filter(([, command]) => typeof command === 'string')) };
  } catch {
    return { directory, scripts: new Map() };
  }
}

/** The files in which a project sets up its package manager. */
export const MANAGER_SETTINGS = ['.npmrc', 'pnpm-workspace.yaml'];

/** Whether they say what shell scripts run in, or what Node loads before them. */
export const bringsOwnShell = (settings: string): boolean =>
  settings
    .split(/[\r\n]+/)
    .some((line) => /^(script-shell|scriptShell|node-options|nodeOptions)\s*[=:]/.test(line.trim()));
