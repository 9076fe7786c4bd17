import { join } from 'node:path';
import type { Caller } from '../../core/call/caller.ts';
import type { PathAccess } from '../../core/call/touch.ts';
import type { DeniedPaths } from '../../core/path/denied-paths.ts';
import type { PathVerdict } from '../files/open/reach.ts';
import type { SearchEngine } from '../search/search.ts';
import { createDefinitions, type DefinitionAnswer } from './answers/definitions.ts';
import { createDependencies, type DependencyAnswer } from './answers/dependencies.ts';
import { createDiagnostics, type Diagnose } from './answers/diagnostics.ts';
import { createOutlines, type OutlineAnswer } from './answers/outline.ts';
import { createReferences, type ReferencesAnswer, type SymbolQuery } from './answers/references.ts';
import type { FileFacts } from './facts.ts';
import { createFactsReader } from './facts-reader.ts';
import { readSource } from './read-source.ts';
import { createReader } from './reader/reader.ts';
import { createServerPool, type PoolParts } from './semantic/server-pool.ts';
import { createTrees } from './trees.ts';

/** What is known of code, as one call may see it. Paths in answers are relative to the current directory where they are in it. */
export interface CodeEngine {
  /** One file, from its text as it is now. */
  facts(path: string): Promise<CodeFile>;
  definitions(query: SymbolQuery): Promise<DefinitionAnswer>;
  references(query: SymbolQuery, limit: number): Promise<ReferencesAnswer>;
  dependencies(path: string, dependents: 'none' | 'direct' | 'all'): Promise<DependencyAnswer>;
  outline(path: string, budgetTokens: number): Promise<OutlineAnswer>;
  readonly diagnostics: Diagnose;
}

export interface CodeFile extends FileFacts {
  /** Absolute. */
  readonly path: string;
  readonly lastModified: string;
}

interface CodeParts {
  readonly judge: (path: string, access: PathAccess, caller: CodeOwner['caller']) => PathVerdict;
  readonly installation: string;
  readonly dataDir: string;
  readonly servers: Omit<PoolParts, 'installation'>;
  readonly searchFor: (owner: CodeOwner) => Promise<SearchEngine>;
}

export interface CodeOwner {
  readonly caller: Pick<Caller, 'cwd' | 'roots'>;
  readonly signal: AbortSignal;
  readonly denied?: DeniedPaths | undefined;
  /** Tells how far the index is. */
  readonly onProgress?: ((done: number, total: number, message: string) => void) | undefined;
}

/** Code intelligence of a host: one reading process for all agents. */
export function createCode({ judge, installation, dataDir, servers, searchFor }: CodeParts) {
  const reader = createReader({ installation, cacheDir: join(dataDir, 'code') });
  const { facts } = createFactsReader(reader);
  const trees = createTrees(reader);
  const pool = createServerPool({ installation, ...servers });
  return {
    forCall: async (owner: CodeOwner): Promise<CodeEngine> => {
      const { caller, signal, denied } = owner;
      const reach = {
        ...caller,
        denied,
        judge: (path: string, access: PathAccess) => judge(path, access, caller),
      };
      const search = await searchFor(owner);
      const tree = trees.forCall(owner, search, reach);
      return {
        facts: async (named) => {
          const { path, text, lastModified } = readSource(named, reach);
          return { ...(await facts(path, text, signal)), path, lastModified };
        },
        definitions: createDefinitions(tree, pool),
        references: createReferences(tree, pool),
        diagnostics: createDiagnostics(tree, pool),
        dependencies: createDependencies(tree),
        outline: createOutlines(tree),
      };
    },
    close: async () => {
      await Promise.all([reader.close(), pool.close()]);
    },
  };
}
