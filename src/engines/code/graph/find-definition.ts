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

export interface FoundDefinitions {
  readonly definitions: readonly Definition[];
  /** A file was named, and it does not tell which one is meant: these only have the name. */
  readonly isGuess: boolean;
}

/** The definitions that may be meant, by the file and line they are asked for, else by name. */
export function findDefinitions(wanted: Wanted, workspace: Workspace, graph: ImportGraph): FoundDefinitions {
  const { file, folder } = wanted;
  const [container, name] = splitName(wanted.symbol);
  const told = file === undefined ? [] : definitionsFrom(file, wanted, workspace, graph);
  if (told.length > 0) return { definitions: told, isGuess: false };
  const paths = [...workspace.facts.keys()].filter((path) => folder === undefined || path.startsWith(folder));
  const definitions = paths.flatMap((path) => definitionsIn(path, { container, name }, workspace));
  const isAlias = definitions.length === 0 && container === undefined;
  return {
    definitions: isAlias ? givenOutAs(name, paths, workspace, graph) : definitions,
    isGuess: file !== undefined,
  };
}

/** What has this name only where a module gives it out: `export { area as surface }`. */
function givenOutAs(
  name: string,
  paths: readonly string[],
  workspace: Workspace,
  graph: ImportGraph,
): Definition[] {
  const found = paths
    .filter((path) => workspace.facts.get(path)?.exports.some((one) => one.name === name))
    .flatMap((path) => followExport(path, name, workspace, graph));
  return [...new Map(found.map((one) => [`${one.file}\0${one.line}\0${one.column}`, one])).values()];
}

/** What a file tells of a name it defines or uses, or of one in a line of it. */
function definitionsFrom(
  file: string,
  { symbol, line }: Wanted,
  workspace: Workspace,
  graph: ImportGraph,
): Definition[] {
  const [container, name] = splitName(symbol);
  const here = definitionsIn(file, { container, name }, workspace);
  const atLine = here.filter((definition) => definition.line === line);
  // A value and a type of one name, and all declarations of a function, are one name of the module.
  if (
    atLine.some((one) => !one.container && Object.hasOwn(workspace.facts.get(file)?.uses?.names ?? {}, name))
  )
    return here.filter((one) => !one.container);
  if (atLine.length > 0) return atLine;
  const isInScopes = workspace.facts.get(file)?.uses !== undefined;
  // Without scopes a line does not tell whether the name in it is the one that is imported.
  const followed =
    container !== undefined
      ? []
      : isInScopes
        ? followUse(file, name, line, workspace, graph)
        : here.length === 0 && (line === undefined || isRenamed(file, name, workspace))
          ? followImport(file, name, workspace, graph)
          : [];
  if (followed.length > 0 || line === undefined) return followed.length > 0 ? followed : here;
  const around = here.filter((one) => one.line <= line && line <= one.endLine);
  if (around.length > 0) return around.slice(-1);
  // Where uses are known, a line that has none of them means something else of that name.
  return container === undefined && workspace.facts.get(file)?.uses ? [] : here;
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
  if (importsNamed(file, name, graph).length === 0)
    return definitionsIn(file, { container: undefined, name }, workspace).filter((one) => !one.container);
  return followImport(file, name, workspace, graph);
}

const importsNamed = (file: string, name: string, graph: ImportGraph) =>
  graph
    .importsOf(file)
    .flatMap(({ fact, to }) =>
      fact.names.flatMap(({ name: original, alias }) =>
        (alias ?? original) === name ? [{ original, to }] : [],
      ),
    );

/** What an import of a file brings in under a name. */
function followImport(file: string, name: string, workspace: Workspace, graph: ImportGraph): Definition[] {
  for (const { original, to } of importsNamed(file, name, graph)) {
    const found = to.kind === 'file' ? followExport(to.file, original, workspace, graph) : [];
    if (found.length > 0) return found;
  }
  return [];
}

/** The file itself gives it this name, and nothing else has it. */
const isRenamed = (file: string, name: string, { facts }: Workspace): boolean =>
  facts.get(file)?.imports.some(({ names }) => names.some(({ alias }) => alias === name)) === true;

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
