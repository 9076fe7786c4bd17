import { join } from 'node:path';
import type { PackageScripts } from '../../../core/process/package-scripts.ts';
import { isFile, type Place } from '../place.ts';
import { noteUnfound } from '../programs/note-runs.ts';
import type { NamedScripts } from './named-scripts.ts';

const START = 'node server.js';
const BUILD = 'node-gyp rebuild';

/** With what package managers run where a package has no script of its own for it. */
export function withDefaults(
  { directory, scripts }: PackageScripts,
  program: string,
  { names }: NamedScripts,
  place: Place,
): PackageScripts {
  if (!MANAGERS.test(program)) return { directory, scripts };
  const [first = ''] = names;
  const isStarted = /^(re)?start$/.test(first) && !scripts.has(first) && !scripts.has('start');
  const bindings = join(directory, 'binding.gyp');
  const isBuilt =
    names.includes('install') &&
    !scripts.has('install') &&
    !scripts.has('preinstall') &&
    isFile(bindings, place);
  if (isBuilt) {
    place.notes?.runs.add(bindings);
    noteUnfound(`what ${BUILD} runs, which ${bindings} tells it`, place);
  }
  const defaults: readonly (readonly [string, string])[] = [
    ...(isStarted ? [['start', START] as const] : []),
    ...(isBuilt ? [['install', BUILD] as const] : []),
  ];
  return { directory, scripts: new Map([...scripts, ...defaults]) };
}

const MANAGERS = /^(npm|pnpm|yarn|yarnpkg|bun)$/;
