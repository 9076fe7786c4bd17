import { createRegistry, type Registry } from '../core/tool/registry.ts';
import { tools } from '../tools/index.ts';
import { loadCatalog } from './catalog.ts';
import type { OwnTools } from './own-tools.ts';

/** The tools that come with the program, and these. */
export const registryWith = (own: OwnTools | undefined): Registry =>
  createRegistry([...loadCatalog(), ...(own?.entries ?? [])], { ...tools, ...own?.loaders });
