import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../core/errors.ts';
import { once } from '../core/timing/once.ts';
import type { Tool } from '../core/tool/tool.ts';
import { loadCatalog } from './catalog.ts';
import type { OwnTools } from './own-tools.ts';
import { packageRoot } from './package-root.ts';

const NONE: OwnTools = { entries: [], loaders: {} };
const LEGAL_NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** The user's own tools, from the files that their configuration names. */
export async function loadToolModules(files: readonly string[]): Promise<OwnTools> {
  if (files.length === 0) return NONE;
  findOurselves();
  const fileOf = new Map(loadCatalog().map(({ name }) => [name, 'Toolgate itself']));
  const tools: Tool[] = [];
  for (const file of files) {
    for (const tool of await toolsIn(file)) {
      const other = fileOf.get(tool.name);
      if (other !== undefined) throw new UsageError(`${file}: ${other} has a tool "${tool.name}" already.`);
      fileOf.set(tool.name, file);
      tools.push(tool);
    }
  }
  // It needs zod, which a start without own tools does not load.
  const { ownTools } = await import('./own-tools.ts');
  return ownTools(...tools);
}

async function toolsIn(file: string): Promise<readonly Tool[]> {
  const exported = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new UsageError(`${file} (toolModules) cannot be loaded: ${reasonOf(error)}`);
  });
  const tools = Object.values(exported as object)
    .flat()
    .filter(isTool);
  if (tools.length === 0)
    throw new UsageError(`${file} (toolModules) exports no tool: export what defineTool answers.`);
  for (const { name } of tools) {
    if (!LEGAL_NAME.test(name))
      throw new UsageError(`${file}: the tool "${name}" needs a name like my_tool, of at most 40 letters.`);
  }
  // The same tool may be exported twice, by its name and as the default.
  return [...new Set(tools)];
}

const isTool = (value: unknown): value is Tool =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'run' in value &&
  typeof value.run === 'function' &&
  'aliases' in value &&
  'pack' in value;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A file anywhere on the disk can say `import { defineTool } from 'toolgate'`, and use the zod that comes with it. */
const findOurselves = once(() => {
  const ours = pathToFileURL(join(packageRoot(), 'package.json')).href;
  return registerHooks({
    resolve: (specifier, context, next) => {
      const fromHere = () => next(specifier, { ...context, parentURL: ours });
      if (specifier === 'toolgate') return fromHere();
      if (specifier !== 'zod') return next(specifier, context);
      try {
        return next(specifier, context);
      } catch {
        return fromHere();
      }
    },
  });
});
