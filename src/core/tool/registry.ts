import type { Risk } from '../risk.ts';
import { once } from '../timing/once.ts';
import type { Pack } from './packs.ts';
import type { Effect, Tool } from './tool.ts';

export type ToolLoader = () => Promise<Tool>;

/** A family's tools by name; the loader keeps their code out of start-up. */
export const definePack = <T extends Readonly<Record<string, ToolLoader>>>(loaders: T): T => loaders;

type JsonSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' };

/** What is known of a tool without loading it; generated from its definition. */
export interface CatalogEntry {
  readonly name: string;
  readonly pack: Pack;
  readonly title: string;
  readonly description: string;
  readonly effects: readonly Effect[];
  /** `dynamic`: computed from the arguments. */
  readonly risk: Risk | 'dynamic';
  /** Changes something for any arguments, though its risk is dynamic. */
  readonly alwaysChanges?: boolean;
  readonly isCore: boolean;
  /** Its answer is a text; see ToolSpec. */
  readonly isText?: boolean;
  readonly task?: 'optional' | 'required';
  /** Older names -> their parameter names -> ours. */
  readonly aliases: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

export interface ToolAnnotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface Registration {
  readonly entry: CatalogEntry;
  readonly alias?: string;
  /** At once, except for the first time. */
  load(): Tool | Promise<Tool>;
}

export interface Registry {
  readonly entries: readonly CatalogEntry[];
  /** By name or alias; undefined where there is none. */
  find(name: string): Registration | undefined;
}

export function createRegistry(
  catalog: readonly CatalogEntry[],
  loaders: Readonly<Record<string, ToolLoader>>,
): Registry {
  const byName = new Map<string, Registration>();
  for (const entry of catalog) {
    const loader = loaders[entry.name];
    if (!loader)
      throw new Error(`The catalogue has ${entry.name}, which no pack defines: run npm run generate`);
    if (byName.has(entry.name)) throw new Error(`There are two tools named ${entry.name}`);
    const load = loadOnce(loader);
    byName.set(entry.name, { entry, load });
    for (const alias of Object.keys(entry.aliases)) byName.set(alias, { entry, alias, load });
  }
  return { entries: catalog, find: (name) => byName.get(name) };
}

/** A registry with tools beside it that come and go; `more` answers the same list while nothing changes. */
export function withMore(fixed: Registry, more: () => readonly Registration[]): Registry {
  let seen: readonly unknown[] = [];
  let { entries } = fixed;
  return {
    get entries() {
      const now = [fixed.entries, more()] as const;
      if (now.some((list, at) => list !== seen[at])) {
        seen = now;
        entries = [...now[0], ...now[1].map(({ entry }) => entry)];
      }
      return entries;
    },
    find: (name) => fixed.find(name) ?? more().find(({ entry }) => entry.name === name),
  };
}

function loadOnce(loader: ToolLoader): Registration['load'] {
  let tool: Tool | undefined;
  const loading = once(async () => {
    tool = await loader();
    return tool;
  });
  return () => tool ?? loading();
}
