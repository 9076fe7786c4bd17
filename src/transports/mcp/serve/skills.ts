import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { memorySkillFiles, SkillCatalog } from '@modelcontextprotocol/server/ext/skills';
import type { Caller } from '../../../core/call/caller.ts';
import { ownerOf } from '../../../core/call/owner.ts';
import type { Host } from '../../../host/create-host.ts';
import { packageRoot } from '../../../host/package-root.ts';

interface Loaded {
  readonly catalog: SkillCatalog;
  readonly read: () => void;
}

const MOST_KEPT = 50;
const loaded = new WeakMap<Host, Map<string, Promise<Loaded>>>();

/** The skills that come with the program, and those that workflows are which this caller may see; read once for each. */
export async function loadSkills(host: Host, caller: Caller): Promise<SkillCatalog> {
  const known = loaded.get(host) ?? watch(host);
  const key = [ownerOf(caller), ...caller.roots].join('\n');
  const one = known.get(key) ?? load(host, caller);
  known.delete(key);
  known.set(key, one);
  const [oldest] = known.keys();
  if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest);
  return (await one).catalog;
}

function watch(host: Host): Map<string, Promise<Loaded>> {
  const known = new Map<string, Promise<Loaded>>();
  loaded.set(host, known);
  host.changes.subscribe((change) => {
    if (change !== 'resources') return;
    for (const one of known.values())
      one
        .then(({ catalog, read }) => {
          read();
          return catalog.reload();
        })
        .catch((error: unknown) => host.log.warn('the skills could not be read again', { error }));
  });
  return known;
}

async function load(host: Host, caller: Caller): Promise<Loaded> {
  const builtIn = readFolder(join(packageRoot(), 'skills'));
  const files: Record<string, string> = {};
  const read = (): void => {
    for (const path of Object.keys(files)) delete files[path];
    Object.assign(files, host.skillFiles(host.rights.asOfNow(caller)), builtIn);
  };
  read();
  return { catalog: await SkillCatalog.load(memorySkillFiles(files)), read };
}

/** Nothing where somebody left the folder out. */
function readFolder(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path).replaceAll(sep, '/'), readFileSync(path, 'utf8')]),
  );
}
