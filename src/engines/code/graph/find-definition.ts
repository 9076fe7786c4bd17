import { unpackPosition } from '../facts.ts';
import type { LeanSymbol } from '../workspace/lean-facts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ImportGraph } from './import-graph.ts';

/** Where a name is defined. */
export interface Definition
  extends Pick<LeanSymbol, 'name' | 'kind' | 'line' | 'column' | 'endLine' | 'container'> {
  readonly file: string;
  readonly signature?: string;
  readonly isExported?: true;
}

export interface Wanted {
  /** `area`, or `Shape.area`. */
  readonly symbol: string;
  /** A file that defines or uses it. */
  readonly file?: string | undefined;
  /** Only files below this one. */
  readonly folder?: string | undefined;
  readonly line?: number | undefined;
}

/** The definitions that may be meant, by the file and line they are asked for, else by name. */
export function findDefinitions(wanted: Wanted, workspace: Workspace, graph: ImportGraph): Definition[] {
  const { file, line } = wanted;
  const [container, name] = splitName(wanted.symbol);
  if (file !== undefined) {
    const here = definitionsIn(file, { container, name }, workspace);
    const atLine = here.filter((definition) => definition.line === line);
    if (atLine.length > 0) return atLine;
    const followed = container === undefined ? followUse(file, name, line, workspace, graph) : [];
    if (followed.length > 0) return followed;
    if (here.length > 0 && line === undefined) return here;
    if (here.length > 0 && container === undefined) return innermost(here, line);
  }
  const all = [...workspace.facts.keys()]
    .filter((path) => wanted.folder === undefined || path.startsWith(wanted.folder))
    .flatMap((path) => definitionsIn(path, { container, name }, workspace));
  return all;
}

export function splitName(symbol: string): [container: string | undefined, name: string] {
  const parts = symbol.split(/\.|::|#(?!\w+$)/);
  const name = parts.pop() ?? symbol;
  return [parts.length > 0 ? parts.join('.') : undefined, name];
}

function definitionsIn(
  file: string,
  { container, name }: { container: string | undefined; name: string },
  { facts }: Workspace,
): Definition[] {
  return (facts.get(file)?.symbols ?? [])
    .filter((symbol) => symbol.name === name)
    .filter((symbol) => container === undefined || isAround(container, symbol.container))
    .map((symbol) => ({ ...symbol, file }));
}

/** `Shape` is around what is in `Acme.Shape`, too. */
const isAround = (wanted: string, container = ''): boolean =>
  container === wanted || container.endsWith(`.${wanted}`);

/** Of definitions of the same name, the one that is around the line. */
function innermost(definitions: readonly Definition[], line: number | undefined): Definition[] {
  const around = definitions.filter((one) => line !== undefined && one.line <= line && line <= one.endLine);
  return around.length > 0 ? around.slice(-1) : [...definitions];
}

/** A name of the module that is used there: its own, or one that is imported. */
function followUse(
  file: string,
  name: string,
  line: number | undefined,
  workspace: Workspace,
  graph: ImportGraph,
): Definition[] {
  const { uses } = workspace.facts.get(file) ?? {};
  const positions = uses && Object.hasOwn(uses.names, name) ? (uses.names[name] ?? []) : [];
  const isUsed = positions.some((at) => line === undefined || unpackPosition(at).line === line);
  if (!isUsed) return [];
  const imported = graph
    .importsOf(file)
    .flatMap(({ fact, to }) =>
      fact.names.flatMap(({ name: original, alias }) =>
        (alias ?? original) === name ? [{ original, to }] : [],
      ),
    )[0];
  if (!imported)
    return definitionsIn(file, { container: undefined, name }, workspace).filter((one) => !one.container);
  if (imported.to.kind !== 'file') return [];
  return followExport(imported.to.file, imported.original, workspace, graph);
}

/** What a module means by a name it exports, through those that pass it on. */
function followExport(
  file: string,
  name: string,
  workspace: Workspace,
  graph: ImportGraph,
  seen = new Set<string>(),
): Definition[] {
  const key = `${file}\0${name}`;
  const facts = workspace.facts.get(file);
  if (seen.has(key) || !facts) return [];
  seen.add(key);
  const target = (module: string): string | undefined => {
    const edge = graph.importsOf(file).find(({ fact, to }) => fact.module === module && to.kind === 'file');
    return edge?.to.kind === 'file' ? edge.to.file : undefined;
  };
  for (const fact of facts.exports.filter((one) => one.name === name)) {
    const next = fact.from === undefined ? undefined : target(fact.from);
    if (next !== undefined) return followExport(next, fact.local ?? name, workspace, graph, seen);
    if (fact.from !== undefined) continue;
    const local = fact.local ?? name;
    const own = definitionsIn(file, { container: undefined, name: local }, workspace).filter(
      (one) => !one.container,
    );
    return own.length > 0 ? own : followUse(file, local, undefined, workspace, graph);
  }
  return facts.exports
    .filter((fact) => fact.name === '*' && fact.from !== undefined)
    .flatMap((fact) => {
      const next = target(fact.from ?? '');
      return next === undefined ? [] : followExport(next, name, workspace, graph, seen);
    });
}
