import type { ImportFact } from '../facts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Packages, readPackages } from './packages.ts';
import { type GoModules, readGoModules } from './resolve-go.ts';
import { createImportResolver, type ResolvedImport } from './resolve-import.ts';

export interface Edge {
  readonly from: string;
  readonly fact: ImportFact;
  readonly to: ResolvedImport;
}

/** Who imports whom, made when it is asked for and kept while nothing changes. */
export interface ImportGraph {
  readonly packages: Packages;
  readonly goModules: GoModules;
  /** What a file imports. */
  importsOf(file: string): readonly Edge[];
  /** Who imports a file, or the folder it is in. */
  importersOf(file: string): readonly Edge[];
}

interface Kept {
  readonly facts: unknown;
  readonly edges: readonly Edge[];
}

/** `manifests` are package.json, go.mod and the like, relative to the root. */
export function createImportGraph(workspace: Workspace, manifests: readonly string[]): ImportGraph {
  const { root, files, facts } = workspace;
  const packages = readPackages(root, manifests);
  const goModules = readGoModules(root, manifests);
  const resolver = createImportResolver({ root, files, packages, goModules });
  const kept = new Map<string, Kept>();
  let reversed: { readonly version: number; readonly edges: Map<string, Edge[]> } | undefined;

  const importsOf = (file: string): readonly Edge[] => {
    const known = facts.get(file);
    if (!known) return [];
    const before = kept.get(file);
    if (before?.facts === known) return before.edges;
    const edges = known.imports.flatMap((fact) =>
      resolver.resolve(file, known.language, fact).map((to) => ({ from: file, fact, to })),
    );
    kept.set(file, { facts: known, edges });
    return edges;
  };
  const reverse = (): Map<string, Edge[]> => {
    const { content } = workspace.version;
    if (reversed?.version === content) return reversed.edges;
    const edges = new Map<string, Edge[]>();
    for (const file of facts.keys())
      for (const edge of importsOf(file)) {
        if (edge.to.kind !== 'file' && edge.to.kind !== 'folder') continue;
        const list = edges.get(edge.to.file);
        if (list) list.push(edge);
        else edges.set(edge.to.file, [edge]);
      }
    reversed = { version: content, edges };
    return edges;
  };
  return {
    packages,
    goModules,
    importsOf,
    importersOf: (file) => {
      const edges = reverse();
      const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')));
      const ofFolder = file.endsWith('.go') ? (edges.get(folder) ?? []) : [];
      return [...(edges.get(file) ?? []), ...ofFolder];
    },
  };
}
