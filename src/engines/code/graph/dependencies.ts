import type { Workspace } from '../workspace/workspace.ts';
import type { Edge, ImportGraph } from './import-graph.ts';
import { foldersAbove } from './packages.ts';
import { type PythonNeeds, pythonRequirement } from './python-needs.ts';
import type { Requirement } from './requirement.ts';

export interface Dependency {
  /** A file or folder relative to the root, or a package. */
  readonly name: string;
  readonly type: 'local' | 'external' | 'builtin' | 'unresolved';
  /** As written, where it says something else than `name`. */
  readonly module: string;
  /** What is installed, else what is declared. */
  readonly version?: string;
  readonly declared?: string;
  readonly installed?: string;
  readonly isDev?: true;
  readonly isTypeOnly?: true;
  readonly names: readonly string[];
  readonly line: number;
}

/** What a file imports, each once. */
export function dependenciesOf(file: string, graph: ImportGraph, python: PythonNeeds): Dependency[] {
  const found = new Map<string, Dependency>();
  for (const edge of graph.importsOf(file)) {
    const next = describe(file, edge, graph, python);
    const before = found.get(`${next.type}:${next.name}`);
    found.set(`${next.type}:${next.name}`, before ? merged(before, next) : next);
  }
  return [...found.values()];
}

function merged(a: Dependency, b: Dependency): Dependency {
  const { isTypeOnly: _, ...rest } = a;
  const names = [...new Set([...a.names, ...b.names])];
  return { ...rest, names, ...(a.isTypeOnly && b.isTypeOnly && { isTypeOnly: true }) };
}

function describe(file: string, { fact, to }: Edge, graph: ImportGraph, python: PythonNeeds): Dependency {
  const isTypeOnly = fact.isType || (fact.names.length > 0 && fact.names.every(({ isType }) => isType));
  const base = {
    module: fact.module,
    names: fact.names.map(({ name }) => name),
    line: fact.line,
    ...(isTypeOnly && { isTypeOnly: true as const }),
  };
  if (to.kind === 'file' || to.kind === 'folder') return { name: to.file, type: 'local', ...base };
  if (to.kind === 'builtin') return { name: to.name, type: 'builtin', ...base };
  if (to.kind === 'unresolved') return { name: to.name, type: 'unresolved', ...base };
  const { declared, installed, isDev } = versionsOf(file, to.name, graph, python);
  const version = installed ?? declared;
  return {
    name: to.name,
    type: 'external',
    ...(version !== undefined && { version }),
    ...(declared !== undefined && { declared }),
    ...(installed !== undefined && { installed }),
    ...(isDev && { isDev: true as const }),
    ...base,
  };
}

function versionsOf(
  file: string,
  name: string,
  { packages, goModules, crates }: ImportGraph,
  python: PythonNeeds,
): Partial<Requirement> {
  if (file.endsWith('.rs')) return crates.requirement(file, name) ?? {};
  if (/\.pyi?$/.test(file)) return pythonRequirement(python, name);
  if (file.endsWith('.go')) {
    const folders = new Set(foldersAbove(file));
    const own = goModules.modules.find(({ folder, requires }) => folders.has(folder) && requires.has(name));
    // What go.mod names is what is built with.
    const version = own?.requires.get(name)?.version;
    return { declared: version, installed: version, isDev: false };
  }
  const declared = packages.declared(file, name) ?? packages.declared(file, `@types/${name}`);
  return {
    declared: declared?.version,
    installed: packages.installed(file, name),
    isDev: declared?.isDev ?? false,
  };
}

export interface Dependent {
  readonly file: string;
  readonly line: number;
  readonly names: readonly string[];
}

/** Who imports a file; with `isDeep`, through others, too. */
export function dependentsOf(file: string, graph: ImportGraph, { isDeep }: { isDeep: boolean }): Dependent[] {
  const found = new Map<string, Dependent>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { from, fact } of graph.importersOf(next)) {
      if (from === file || found.has(from)) continue;
      found.set(from, { file: from, line: fact.line, names: fact.names.map(({ name }) => name) });
      if (isDeep) waiting.push(from);
    }
  }
  return [...found.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Imports in a circle that a file is part of, shortest first. */
export function cycleThrough(
  file: string,
  graph: ImportGraph,
  { facts }: Workspace,
): readonly string[] | undefined {
  const cameFrom = new Map<string, string>();
  const waiting = [file];
  for (let at = 0; at < waiting.length && at < facts.size; at++) {
    const next = waiting[at] ?? '';
    for (const { to } of graph.importsOf(next)) {
      if (to.kind !== 'file') continue;
      if (to.file === file && next !== file) return pathTo(next, file, cameFrom);
      if (cameFrom.has(to.file) || to.file === file) continue;
      cameFrom.set(to.file, next);
      waiting.push(to.file);
    }
  }
  return undefined;
}

function pathTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [end];
  for (let at = end; at !== start; ) {
    at = cameFrom.get(at) ?? start;
    path.unshift(at);
  }
  return path;
}
