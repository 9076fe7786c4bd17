import type { ImportFact } from '../facts.ts';
import { codeLanguageOf } from '../languages.ts';
import type { LeanFacts } from '../workspace/lean-facts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Crates, readCrates } from './crates.ts';
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
  readonly crates: Crates;
  /** What a file imports. */
  importsOf(file: string): readonly Edge[];
  /** Who imports a file, or the folder it is in. */
  importersOf(file: string): readonly Edge[];
  /** Imports of a name from what was not found: it may be meant, or not. */
  lostImportsOf(name: string): readonly Edge[];
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
  const crates = readCrates(root, manifests);
  const resolver = createImportResolver({ root, files, packages, goModules, crates });
  const kept = new Map<string, Kept>();
  let reversed: Reversed | undefined;

  const importsOf = (file: string): readonly Edge[] => {
    const known = facts.get(file);
    if (!known) return [];
    const before = kept.get(file);
    if (before?.facts === known) return before.edges;
    const own = known.language === 'rust' ? namesOfModules(known) : NONE;
    const edges = known.imports.flatMap((fact) =>
      resolver.resolve(file, known.language, fact, own).map((to) => ({ from: file, fact, to })),
    );
    kept.set(file, { facts: known, edges });
    return edges;
  };
  const reverse = (): Reversed => {
    const { content } = workspace.version;
    if (reversed?.version !== content)
      reversed = reversedFrom({ files: facts.keys(), importsOf, packages, version: content });
    return reversed;
  };
  return {
    packages,
    goModules,
    crates,
    importsOf,
    importersOf: (file) => {
      const { edges } = reverse();
      const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')));
      const ofFolder = file.endsWith('.go') ? (edges.get(folder) ?? []) : [];
      return [...(edges.get(file) ?? []), ...ofFolder];
    },
    lostImportsOf: (name) => reverse().lost.get(name) ?? [],
  };
}

const NONE: ReadonlySet<string> = new Set();

/** What paths of a file may begin with that is no package: its own modules, and what it took from elsewhere. */
const namesOfModules = ({ symbols, imports }: LeanFacts): ReadonlySet<string> =>
  new Set([
    ...symbols.flatMap(({ kind, name }) => (kind === 'module' ? [name] : [])),
    ...imports.flatMap(({ kind, module, names }) => [
      ...(kind === 'include' ? [module] : []),
      // `use anyhow::anyhow` names the package still.
      ...names.map(({ name, alias }) => alias ?? name).filter((name) => name !== module.split('::', 1)[0]),
    ]),
  ]);

interface Reversed {
  readonly version: number;
  /** By the file that is imported. */
  readonly edges: ReadonlyMap<string, readonly Edge[]>;
  /** By the name that is taken from what was not found. */
  readonly lost: ReadonlyMap<string, readonly Edge[]>;
}

function reversedFrom({
  files,
  importsOf,
  packages,
  version,
}: Pick<ImportGraph, 'importsOf' | 'packages'> & {
  readonly files: Iterable<string>;
  readonly version: number;
}): Reversed {
  const edges = new Map<string, Edge[]>();
  const lost = new Map<string, Edge[]>();
  for (const file of files)
    for (const edge of importsOf(file)) {
      const { to, fact } = edge;
      if (to.kind === 'file' || to.kind === 'folder') push(edges, to.file, edge);
      if (isLost(edge, packages)) for (const { name } of fact.names) push(lost, name, edge);
    }
  return { version, edges, lost };
}

function push(lists: Map<string, Edge[]>, key: string, edge: Edge): void {
  const list = lists.get(key);
  if (list) list.push(edge);
  else lists.set(key, [edge]);
}

/** Whether it may mean a file of ours. A path that leads nowhere and a foreign package that is not installed do not. */
function isLost({ from, fact, to }: Edge, packages: Packages): boolean {
  if (to.kind === 'unresolved') return !/^\.\.?(\/|$)/.test(fact.module);
  if (to.kind !== 'package' || to.path !== undefined) return false;
  return packages.byName(to.name) !== undefined || packages.declared(from, to.name) === undefined;
}

/** What a script imports and what is not there: of all that comes from it, nobody knows the type. */
export const missingIn = (file: string, { importsOf }: Pick<ImportGraph, 'importsOf'>): string[] =>
  codeLanguageOf(file)?.reader === 'grammar'
    ? []
    : [
        ...new Set(
          importsOf(file)
            .filter(({ to }) => to.kind === 'unresolved' || (to.kind === 'package' && to.path === undefined))
            .map(({ fact }) => fact.module),
        ),
      ];
