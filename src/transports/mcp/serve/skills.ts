import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { memorySkillFiles, SkillCatalog } from '@modelcontextprotocol/server/ext/skills';
import type { Host } from '../../../host/create-host.ts';
import { packageRoot } from '../../../host/package-root.ts';

const loaded = new WeakMap<Host, Promise<SkillCatalog>>();

/** The skills that come with the program, and those that workflows of this host are; read once for all connections. */
export function loadSkills(host: Host): Promise<SkillCatalog> {
  const known = loaded.get(host) ?? load(host);
  loaded.set(host, known);
  return known;
}

async function load(host: Host): Promise<SkillCatalog> {
  const builtIn = readFolder(join(packageRoot(), 'skills'));
  const files: Record<string, string> = { ...host.skillFiles(), ...builtIn };
  const catalog = await SkillCatalog.load(memorySkillFiles(files));
  host.changes.subscribe((change) => {
    if (change !== 'resources') return;
    for (const path of Object.keys(files)) delete files[path];
    Object.assign(files, host.skillFiles(), builtIn);
    catalog
      .reload()
      .catch((error: unknown) => host.log.warn('the skills could not be read again', { error }));
  });
  return catalog;
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
