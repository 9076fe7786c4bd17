import type { CatalogEntry } from '../core/tool/registry.ts';
import catalog from './catalog.gen.json' with { type: 'json' };

/** What is known of all tools without loading zod or their code; `npm run generate` writes it. */
// Sound: a test compares the generated file with the definitions it came from.
export const loadCatalog = (): readonly CatalogEntry[] => catalog as unknown as CatalogEntry[];
