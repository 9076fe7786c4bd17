import { unpackPosition } from '../facts.ts';
import type { LeanFacts } from '../workspace/lean-facts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Definition } from './find-definition.ts';
import type { Edge, ImportGraph } from './import-graph.ts';

export interface GraphReferences {
  /** Packed positions, by file. */
  readonly places: ReadonlyMap<string, ReadonlySet<number>>;
  /** Every name it goes by: where files are still to be read, those that hold one of them are. */
  readonly names: ReadonlySet<string>;
  /** It is a default export: who imports it calls it anything. */
  readonly isNameless: boolean;
  readonly lost: readonly LostImport[];
  /** What else keeps the answer from being complete. */
  readonly doubts: readonly string[];
}

/** References of something a module declares, through all modules that import it and pass it on. */
export function findReferences(
  { file, name }: Pick<Definition, 'file' | 'name'>,
  workspace: Workspace,
  graph: ImportGraph,
): GraphReferences {
  const search = createSearch(workspace);
  search.use(file, name);
  for (let next = search.waiting.pop(); next; next = search.waiting.pop()) {
    for (const edge of graph.importersOf(next.file)) search.follow(edge, next);
  }
  const lost = [...search.exportedNames].flatMap((name) =>
    graph.lostImportsOf(name).map((edge) => lostImport(name, edge)),
  );
  const { places, names, doubts } = search;
  return { places, names, isNameless: waitedFor(search.seen, 'default'), lost, doubts: [...doubts] };
}

/** An import of a name that it goes by, from a module that was not found: who finds it there, knows whether it is meant. */
export interface LostImport {
  readonly file: string;
  readonly line: number;
  readonly doubt: string;
}

function lostImport(name: string, { from, fact }: Edge): LostImport {
  const at = fact.names.find((taken) => taken.name === name)?.at;
  return {
    file: from,
    line: at === undefined ? fact.line : unpackPosition(at).line,
    doubt: `${from}:${fact.line} imports ${name} from ${fact.module}, which was not found`,
  };
}

/** What a module exports: the thing itself, or a namespace that has it as a member. */
interface Exported {
  readonly file: string;
  readonly name: string;
  readonly member?: string | undefined;
}

function createSearch(workspace: Workspace) {
  const places = new Map<string, Set<number>>();
  const names = new Set<string>();
  const exportedNames = new Set<string>();
  const doubts = new Set<string>();
  const waiting: Exported[] = [];
  const seen = new Set<string>();
  const used = new Set<string>();

  const mark = (file: string, positions: readonly number[]): void => markIn(places, file, positions);
  const exported = (file: string, name: string, member?: string): void => {
    const key = `${file}\0${name}\0${member ?? ''}`;
    if (seen.has(key)) return;
    seen.add(key);
    if (name !== 'default') names.add(name);
    if (name !== 'default' && member === undefined) exportedNames.add(name);
    waiting.push({ file, name, member });
  };
  /** All uses of a name that a module declares or imports, and what it is exported as. */
  const use = (file: string, local: string): void => {
    if (used.has(`${file}\0${local}`)) return;
    used.add(`${file}\0${local}`);
    const facts = workspace.facts.get(file);
    if (!facts) return;
    names.add(local);
    mark(file, namedIn(facts.uses?.names, local));
    for (const doubt of doubtsIn(file, local, facts)) doubts.add(doubt);
    for (const fact of facts.exports) {
      if (fact.from !== undefined || (fact.local ?? fact.name) !== local) continue;
      // `export default area` has no name of its own; `export { area as default }` does.
      if (fact.local !== undefined && (fact.name !== 'default' || fact.localAt !== undefined))
        mark(file, [fact.at]);
      exported(file, fact.name);
    }
  };
  /** Members of a namespace that goes by a name here, and what that is exported as. */
  const useMember = (file: string, local: string, member: string): void => {
    const facts = workspace.facts.get(file);
    if (!facts) return;
    mark(file, namedIn(facts.uses?.members, `${local}.${member}`));
    if (facts.uses?.open.includes(local)) doubts.add(`${file} uses ${local}, which has it, as a value`);
    for (const fact of facts.exports)
      if (fact.from === undefined && (fact.local ?? fact.name) === local) exported(file, fact.name, member);
  };
  const follow = ({ from, fact }: Edge, { name, member }: Exported): void => {
    const facts = workspace.facts.get(from);
    if (!facts) return;
    if (fact.isOpen) doubts.add(`${from}:${fact.line} takes all of ${fact.module} at run time`);
    if (fact.isPassedOn) {
      passOn(facts, from, { module: fact.module, name, member, to: { mark, exported, doubts } });
      return;
    }
    for (const taken of fact.names) {
      const local = taken.alias ?? taken.name;
      if (taken.name === '*' && member === undefined && taken.alias !== undefined)
        useMember(from, local, name);
      else if (taken.name === '*' && namedIn(facts.uses?.members, `${local}.${name}`).length > 0)
        doubts.add(`${from} reaches it through ${local}.${name}`);
      if (taken.name !== name) continue;
      if (member !== undefined) useMember(from, local, member);
      else {
        if (taken.name !== 'default' || fact.kind === 'static') mark(from, [taken.at]);
        if (fact.kind === 'static') use(from, local);
        if (fact.kind === 'require') doubts.add(takenByRequire(from, fact.line));
      }
    }
  };
  return { places, names, exportedNames, doubts, waiting, seen, use, follow };
}

/** What is taken so goes on under a name that may be local to a function. */
const takenByRequire = (file: string, line: number): string => `${file}:${line} takes it with require`;

/** What a file that uses a name keeps from being known without types. */
function doubtsIn(file: string, local: string, facts: LeanFacts): string[] {
  const { language, syntaxErrors, exports, uses } = facts;
  const isShared = uses?.shared?.some((name) => name === local || name === '*') === true;
  const defaults = exports.filter(({ name, from }) => name === 'default' && from === undefined);
  const isOneOfDefaults = defaults.length > 1 && defaults.some((fact) => fact.local === local);
  return [
    ...(syntaxErrors > 0 ? [`${file} has syntax errors`] : []),
    ...(language === 'vue' || language === 'svelte'
      ? [`of ${file} only the script is read, not the template`]
      : []),
    ...(isShared ? [`in ${file} ${local} is a member of an object, too`] : []),
    ...(isOneOfDefaults ? [`${file} has several default exports`] : []),
    ...(isTwoThings(local, facts) ? [`in ${file} ${local} is a type and a value from different places`] : []),
    ...(isGlobalScript(file, facts) ? [`${file} is no module: any file may use ${local}`] : []),
  ];
}

/** A type that is imported and a value that is declared, or imported from elsewhere, can have one name. */
function isTwoThings(local: string, { imports, symbols }: LeanFacts): boolean {
  const modules = new Set(
    imports.flatMap(({ kind, module, names, isPassedOn }) =>
      kind === 'static' && !isPassedOn && names.some(({ name, alias }) => (alias ?? name) === local)
        ? [module]
        : [],
    ),
  );
  if (modules.size === 0) return false;
  return modules.size > 1 || symbols.some(({ name, container }) => name === local && container === undefined);
}

/** Nothing comes in, nothing goes out: what it declares is there for all. */
const isGlobalScript = (file: string, { imports, exports, uses, language }: LeanFacts): boolean =>
  uses !== undefined &&
  uses.shared?.includes('*') !== true &&
  exports.length === 0 &&
  imports.every(({ kind }) => kind === 'dynamic') &&
  language !== 'vue' &&
  language !== 'svelte' &&
  !/\.[cm][jt]s$/.test(file);

/** Keys are a file, a name and a member. */
const waitedFor = (seen: ReadonlySet<string>, name: string): boolean =>
  seen.values().some((key) => key.split('\0')[1] === name);

const namedIn = (
  lists: Readonly<Record<string, readonly number[]>> | undefined,
  name: string,
): readonly number[] => (lists !== undefined && Object.hasOwn(lists, name) ? (lists[name] ?? []) : []);

interface PassedOn {
  readonly module: string;
  readonly name: string;
  readonly member: string | undefined;
  readonly to: {
    mark(file: string, positions: readonly number[]): void;
    exported(file: string, name: string, member?: string): void;
    readonly doubts: Set<string>;
  };
}

/** `export { area as surface } from`, `export * from`, `export * as shapes from`. */
function passOn(facts: LeanFacts, from: string, { module, name, member, to }: PassedOn): void {
  for (const fact of facts.exports) {
    if (fact.from !== module) continue;
    if (fact.name === '*') {
      if (name !== 'default') to.exported(from, name, member);
    } else if (fact.local === '*') {
      if (member === undefined) to.exported(from, fact.name, name);
      else to.doubts.add(`${from} passes it on inside ${fact.name}.${name}`);
    } else if (fact.local === name) {
      if (member === undefined) to.mark(from, [fact.localAt ?? fact.at, fact.at]);
      to.exported(from, fact.name, member);
    }
  }
}

function markIn(places: Map<string, Set<number>>, file: string, positions: readonly number[]): void {
  const known = places.get(file) ?? new Set();
  places.set(file, known);
  for (const at of positions) known.add(at);
}
