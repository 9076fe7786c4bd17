import type { Node } from 'web-tree-sitter';
import { LONGEST_NAME } from '../capped-facts.ts';
import type { ExportFact, ImportedName, ImportFact } from '../facts.ts';
import type { LineMap } from '../line-map.ts';

/** What statements of Rust bring in. */
export interface RustUses {
  readonly imports: readonly ImportFact[];
  /** What `pub use` gives out again. */
  readonly exports: readonly ExportFact[];
}

/** One name that a `use` takes, and the module it takes it from. */
interface Taken {
  readonly module: string;
  /** Where the module is written. */
  readonly source: Node;
  /** None: the module itself, under its own name. */
  readonly item?: { readonly name: string; readonly alias?: string; readonly node: Node };
}

/** `use a::{b, c::d as e}` takes `b` from `a`, and `d` from `a::c`; `mod a;` is a file, `extern crate a` a package. */
export function rustUses(statements: readonly Node[], lines: LineMap): RustUses {
  const imports: ImportFact[] = [];
  const exports: ExportFact[] = [];
  for (const statement of statements) {
    const isPassedOn = statement.namedChild(0)?.type === 'visibility_modifier';
    const facts = new Map<string, ImportFact & { readonly names: ImportedName[] }>();
    for (const { module, source, item } of takenBy(statement)) {
      const { line, column } = lines.range(source.startIndex, source.endIndex);
      const fact = facts.get(module) ?? { ...factOf(statement, module), line, column, names: [] };
      facts.set(module, fact);
      if (!item) continue;
      const { name, alias } = item;
      const at = lines.packed(item.node.startIndex);
      fact.names.push({ name, ...(alias !== undefined && { alias }), at });
      if (isPassedOn && statement.type === 'use_declaration' && alias !== '_' && name !== 'self')
        exports.push({
          name: alias ?? name,
          ...(alias !== undefined && { local: name }),
          from: module,
          at,
        });
    }
    const isUse = statement.type === 'use_declaration';
    for (const fact of facts.values())
      imports.push({ ...fact, ...(isUse && isPassedOn && { isPassedOn: true as const }) });
  }
  return { imports, exports };
}

function factOf(statement: Node, module: string): Pick<ImportFact, 'module' | 'kind' | 'target'> {
  const target = fromFile(statement, module);
  // A file that becomes part of the crate, as one that is included does.
  const kind = statement.type === 'mod_item' ? 'include' : 'static';
  return { module, kind, ...(target !== module && { target }) };
}

function takenBy(statement: Node): Taken[] {
  if (statement.type === 'use_declaration') {
    const argument = statement.childForFieldName('argument');
    return argument ? takenIn(argument, { module: '', source: argument }, 0) : [];
  }
  const name = statement.childForFieldName('name');
  if (!name) return [];
  const alias = statement.childForFieldName('alias')?.text;
  const itself = { module: name.text, source: name };
  return [alias === undefined ? itself : { ...itself, item: { name: 'self', alias, node: name } }];
}

/** Deeper groups nobody writes. */
const DEEPEST = 100;

function takenIn(node: Node, around: Taken, depth: number): Taken[] {
  if (depth > DEEPEST) return [];
  const list = node.type === 'use_list' ? node : node.childForFieldName('list');
  if (list) {
    const path = list === node ? null : node.childForFieldName('path');
    const inside = path ? within(around, path) : around;
    return list.namedChildren.flatMap((part) =>
      part && !part.isExtra ? takenIn(part, inside, depth + 1) : [],
    );
  }
  if (node.type === 'use_wildcard') {
    const path = node.namedChild(0);
    const star = node.children.findLast((part) => part?.type === '*') ?? node;
    return [{ ...(path ? within(around, path) : around), item: { name: '*', node: star } }];
  }
  const alias = node.childForFieldName('alias')?.text;
  const renamed = alias !== undefined && { alias };
  const written = (node.type === 'use_as_clause' ? node.childForFieldName('path') : node) ?? node;
  const [path, name] = [written.childForFieldName('path'), written.childForFieldName('name')];
  if (written.type === 'scoped_identifier' && name && path)
    return [{ ...within(around, path), item: { name: name.text, ...renamed, node: name } }];
  if (around.module !== '')
    return [{ ...around, item: { name: (name ?? written).text, ...renamed, node: written } }];
  const itself = within(around, name ?? written);
  return [alias === undefined ? itself : { ...itself, item: { name: 'self', alias, node: written } }];
}

const TOO_LONG = LONGEST_NAME + 1;

const within = ({ module }: Taken, path: Node): Taken => {
  // What is too long for a name is left out later; until then it must not be joined with thousands of others.
  const written = path.text.replace(/\s+/g, '').replace(/^::/, '').slice(0, TOO_LONG);
  const joined = module === '' ? written : `${module}::${written}`;
  return { module: joined.slice(0, TOO_LONG), source: path };
};

/** A module that is written inside of another in the same file, as it is called from the top of the file. */
function fromFile(statement: Node, module: string): string {
  const path = statement.type === 'mod_item' ? givenPath(statement) : undefined;
  if (path !== undefined) return path;
  const inside: string[] = [];
  for (let node = statement.parent; node; node = node.parent)
    if (node.type === 'mod_item') inside.unshift(node.childForFieldName('name')?.text ?? '');
  if (inside.length === 0) return module;
  const parts = module.split('::');
  if (statement.type === 'mod_item') return ['self', ...inside, ...parts].join('::');
  const isRelative = parts[0] === 'self' || parts[0] === 'super';
  if (!isRelative) return module;
  while (parts[0] === 'self' || (parts[0] === 'super' && inside.length > 0))
    if (parts.shift() === 'super') inside.pop();
  return parts[0] === 'super' ? parts.join('::') : ['self', ...inside, ...parts].join('::');
}

/** `#[path = "unix.rs"] mod platform;` */
function givenPath({ previousNamedSibling }: Node): string | undefined {
  for (let node = previousNamedSibling; node?.type === 'attribute_item'; node = node.previousNamedSibling) {
    const [, path] = /^#\[\s*path\s*=\s*"([^"]+)"\s*\]$/.exec(node.text) ?? [];
    if (path !== undefined) return path;
  }
  return undefined;
}
