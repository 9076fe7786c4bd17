import type { Workspace } from '../workspace/workspace.ts';
import type { Edge, ImportGraph } from './import-graph.ts';
import type { Origins } from './needs/origins.ts';
import { ifShort, type Requirement } from './needs/requirement.ts';
import { foldersAbove } from './packages.ts';
import { type PythonNeeds, pythonRequirement } from './python-needs.ts';

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
  /** Which package it is of is told by its name alone, or not at all. */
  readonly origin?: 'guess' | 'unknown';
  readonly names: readonly string[];
  readonly line: number;
}

/** What manifests say, beside those that the graph itself needs. */
export interface Needs {
  readonly python: PythonNeeds;
  readonly origins: Origins;
}

/** What a file imports, each once. */
export function dependenciesOf(file: string, graph: ImportGraph, needs: Needs): Dependency[] {
  const found = new Map<string, Dependency>();
  for (const edge of graph.importsOf(file)) {
    const next = describe(file, edge, graph, needs);
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

function describe(file: string, { fact, to }: Edge, graph: ImportGraph, needs: Needs): Dependency {
  const isTypeOnly = fact.isType || (fact.names.length > 0 && fact.names.every(({ isType }) => isType));
  const base = {
    module: fact.module,
    names: fact.names.map(({ name }) => name),
    line: fact.line,
    ...(isTypeOnly && { isTypeOnly: true as const }),
  };
  if (to.kind === 'file' || to.kind === 'folder') return { name: to.file, type: 'local', ...base };
  // What PHP includes is a file.
  const isModule = !(fact.kind === 'include' && file.endsWith('.php'));
  const told = isModule ? needs.origins(file, fact.module) : undefined;
  const origin =
    told?.kind === 'package' && ifShort(told.name) === undefined ? { kind: 'unknown' as const } : told;
  if (origin?.kind === 'file') return { name: origin.file, type: 'local', ...base };
  if (origin?.kind === 'builtin') return { name: to.name, type: 'builtin', ...base };
  if (origin?.kind === 'package') {
    const { name, requirement, isGuess } = origin;
    const guess = isGuess && { origin: 'guess' as const };
    return { name, type: 'external', ...versionFields(requirement), ...guess, ...base };
  }
  const unknown = origin && { origin: 'unknown' as const };
  if (to.kind === 'builtin') return { name: to.name, type: 'builtin', ...base };
  if (to.kind === 'unresolved') return { name: to.name, type: 'unresolved', ...unknown, ...base };
  const requirement = versionsOf(file, to.name, graph, needs.python);
  return {
    name: to.name,
    type: 'external',
    ...(requirement ? versionFields(requirement) : { origin: 'unknown' as const }),
    ...unknown,
    ...base,
  };
}

function versionFields({ isDev, ...found }: Partial<Requirement>) {
  const [declared, installed] = [ifShort(found.declared), ifShort(found.installed)];
  const version = installed ?? declared;
  return {
    ...(version !== undefined && { version }),
    ...(declared !== undefined && { declared }),
    ...(installed !== undefined && { installed }),
    ...(isDev && { isDev: true as const }),
  };
}

/** Undefined: a manifest that would name it does not. */
function versionsOf(
  file: string,
  name: string,
  { packages, goModules, crates }: ImportGraph,
  python: PythonNeeds,
): Partial<Requirement> | undefined {
  if (file.endsWith('.rs'))
    return crates.requirement(file, name) ?? (crates.hasManifest(file) ? undefined : {});
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
