import { realpathSync } from 'node:fs';
import { requiresConfirmation } from '../core/approval/requires-confirmation.ts';
import type { Caller } from '../core/call/caller.ts';
import type { Config } from '../core/config.ts';
import { ToolError } from '../core/errors.ts';
import { isInside, outsideRoot } from '../core/path/paths.ts';
import { offeredTo } from '../core/tool/offered-tools.ts';
import type { Pack } from '../core/tool/packs.ts';
import type { CatalogEntry, Registry } from '../core/tool/registry.ts';
import { narrowingOf } from './load-config.ts';

/** A tool as an assistant is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly parameters: CatalogEntry['inputSchema'];
  readonly requiresConfirmation: boolean;
  readonly category: Pack;
}

export const toolDefinitions = (registry: Registry, caller: Caller): ToolDefinition[] =>
  offeredTo(caller, registry.entries).map((entry) => ({
    name: entry.name,
    description: entry.description,
    parameters: entry.inputSchema,
    requiresConfirmation: requiresConfirmation(entry, caller),
    category: entry.pack,
  }));

/** The caller as it is inside a project: what the project's own file takes away is gone, and nothing else is open. */
export async function callerInProject(caller: Caller, config: Config, projectPath: string): Promise<Caller> {
  const path = realDirectory(projectPath);
  if (!isInside(path, caller.roots)) throw outsideRoot(path, caller.roots);
  const { mode, packs, profile, toolPermissions } = caller;
  const narrow = await narrowingOf(path);
  const inside = narrow({ ...config, permissionLevel: mode, packs: [...packs], profile, toolPermissions });
  const { settings: _settings, ...fixed } = caller;
  return {
    ...fixed,
    cwd: path,
    roots: [path],
    mode: inside.permissionLevel,
    packs: inside.packs,
    profile: inside.profile,
    toolPermissions: inside.toolPermissions,
  };
}

function realDirectory(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new ToolError('NOT_FOUND', `There is no project at ${path}`, { cause });
  }
}
