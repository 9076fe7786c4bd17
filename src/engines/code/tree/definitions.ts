import type { Node, QueryMatch } from 'web-tree-sitter';
import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import type { SymbolFact, SymbolKind, SymbolType } from '../facts.ts';
import type { LineMap } from '../line-map.ts';
import { shortText } from '../script/signatures.ts';
import { callFacts } from './call-facts.ts';
import type { GrammarRules } from './grammar-rules.ts';
import { modifiersOf } from './modifiers.ts';

/** A definition before it is known what is around it; a scope holds definitions and is none. */
export interface Draft {
  readonly node: Node;
  readonly whole: Node;
  readonly nameNode: Node;
  readonly kind: SymbolKind | 'scope';
}

export function draftOf({ captures }: QueryMatch, { wholeOf, named }: GrammarRules): Draft | undefined {
  const nameNode = captures.find(({ name }) => name === 'name')?.node;
  const definition = captures.find(({ name }) => name.startsWith('def.') || name === 'scope');
  if (!nameNode || !definition) return undefined;
  const { name, node } = definition;
  const whole = wholeOf?.(node) ?? node;
  if (name === 'scope') return { node, whole, nameNode, kind: 'scope' };
  // Sound: the queries of the grammars name no other kinds.
  const kind = name.slice(4) as SymbolKind;
  const meant = named ? named(nameNode, kind) : { name: nameNode, kind };
  return meant && { node, whole, nameNode: meant.name, kind: meant.kind };
}

interface Text {
  readonly text: string;
  readonly lines: LineMap;
  readonly comments: readonly Node[];
  readonly branches: readonly number[];
  readonly rules: GrammarRules;
}

type Open = { readonly name: string; readonly end: number; readonly kind: Draft['kind'] };
type Counted = { -readonly [Field in keyof SymbolFact]: SymbolFact[Field] };

/** Definitions in the order of the text, each with what is around it. */
export function toSymbols(drafts: readonly Draft[], text: Text): SymbolFact[] {
  const ordered = drafts.toSorted(
    (a, b) => a.whole.startIndex - b.whole.startIndex || b.whole.endIndex - a.whole.endIndex,
  );
  const symbols: Counted[] = [];
  const counts: { readonly start: number; readonly end: number; readonly symbol: Counted }[] = [];
  let around: Open[] = [];
  const seen = new Set<number>();
  const docs = docsBefore(text);
  for (const draft of ordered) {
    const { node, whole, nameNode, kind } = draft;
    around = around.filter(({ end }) => end > whole.startIndex);
    if (kind !== 'scope' && seen.has(nameNode.startIndex)) continue;
    const name = plainName(nameNode.text);
    if (kind === 'scope') {
      around.push({ name: name.replace(/<.*$/s, ''), end: whole.endIndex, kind });
      continue;
    }
    seen.add(nameNode.startIndex);
    const symbol = symbolOf(draft, { ...text, around, docs });
    const isKnown = (one: Counted): boolean => one.name === symbol.name && one.container === symbol.container;
    if (text.rules.isRepeated?.(nameNode) && symbols.some(isKnown)) continue;
    symbols.push(symbol);
    if (CONTAINERS.has(kind)) around.push({ name: symbol.name, end: whole.endIndex, kind });
    if (symbol.complexity !== undefined) counts.push({ start: node.startIndex, end: node.endIndex, symbol });
  }
  for (const at of text.branches) {
    const inner = counts.findLast(({ start, end }) => start <= at && at < end);
    if (inner) inner.symbol.complexity = (inner.symbol.complexity ?? 1) + 1;
  }
  return symbols;
}

interface Around extends Text {
  readonly around: readonly Open[];
  readonly docs: ReadonlyMap<number, string>;
}

/** What can have definitions inside. */
const CONTAINERS = new Set<Draft['kind']>([
  ...['class', 'struct', 'interface', 'trait', 'enum', 'module', 'namespace'],
  ...['function', 'method', 'constructor'],
] as const);
/** A function in one of these is a method. */
const HOLDERS = new Set<Draft['kind']>(['class', 'struct', 'interface', 'trait', 'enum', 'scope', 'module']);

function symbolOf(draft: Draft, { text, lines, rules, around, docs }: Around): Counted {
  const { node, whole, nameNode, kind: written } = draft;
  const scope = /^(.*)::[^:]+$/s.exec(nameNode.text)?.[1]?.replaceAll('::', '.');
  const name = rules.nameText?.(nameNode) ?? plainName(nameNode.text);
  const holder = around.at(-1);
  const path = [...around.map((open) => open.name), ...(scope === undefined ? [] : [scope])];
  const container = rules.containerOf?.(node) ?? (path.length > 0 ? path.join('.') : undefined);
  const isMethod = written === 'function' && ((holder && HOLDERS.has(holder.kind)) || scope !== undefined);
  // Sound: scopes were taken out by the caller.
  const kind = isMethod && holder?.kind !== 'module' ? 'method' : (written as SymbolKind);
  const told = (rules.docOf?.(node) ?? docAbove(whole, { text, lines, docs, rules }))?.trim();
  const doc = told && cutAtWord(told, 2000);
  const { line, column } = lines.range(nameNode.startIndex, nameNode.endIndex);
  const body = bodyOf(node);
  const isCallable = typeOf(kind) === 'function';
  const isLocal = around.some((open) => typeOf(open.kind) === 'function');
  const end = whole.startIndex + text.slice(whole.startIndex, whole.endIndex).trimEnd().length;
  const head = body && body.startIndex > whole.startIndex ? body.startIndex : firstLine(text, node);
  return {
    name,
    type: typeOf(kind),
    kind,
    line,
    column,
    range: lines.range(whole.startIndex, end),
    start: whole.startIndex,
    end,
    ...(container !== undefined && { container }),
    signature: headText(text, whole.startIndex, head),
    ...(doc !== undefined && doc !== '' && { doc }),
    ...(!isLocal && rules.isExported?.(node, name) && { isExported: true as const }),
    ...modifiersOf(node),
    ...(isCallable && callFacts(node)),
  };
}

/** Up to the body, without a comment that stands before it. */
const headText = (text: string, start: number, end: number): string => {
  const comment = text.slice(start, end).search(/\n[^\S\n]*(#|\/\/|\/\*)/);
  return shortText(text, start, comment === -1 ? end : start + comment).replace(/:$/, '');
};

function docAbove(
  whole: Node,
  { text, lines, docs, rules }: Pick<Around, 'text' | 'lines' | 'docs' | 'rules'>,
): string | undefined {
  const line = lines.lineAt(whole.startIndex);
  // Of several definitions on a line the comment above is about the first.
  const isFirst = text.slice(lines.startOf(line), whole.startIndex).trim() === '';
  const doc = isFirst ? docs.get(line) : undefined;
  if (doc !== undefined || !rules.attributes) return doc;
  const before = whole.previousNamedSibling;
  return before && rules.attributes.includes(before.type)
    ? docAbove(before, { text, lines, docs, rules })
    : undefined;
}

const firstLine = (text: string, node: Node): number => {
  const end = text.indexOf('\n', node.startIndex);
  return end === -1 ? node.endIndex : Math.min(node.endIndex, end);
};

const bodyOf = (node: Node): Node | null =>
  node.childForFieldName('body') ?? node.childForFieldName('type')?.childForFieldName('body') ?? null;

const plainName = (written: string): string =>
  written.replace(/^[\s\S]*(?:::)/, '').replace(/^[:$](?=\w)/, '');

const TYPES: Partial<Record<Draft['kind'], SymbolType>> = {
  class: 'class',
  struct: 'class',
  interface: 'type',
  trait: 'type',
  protocol: 'type',
  enum: 'type',
  type: 'type',
  namespace: 'type',
  module: 'type',
  function: 'function',
  method: 'function',
  constructor: 'function',
  macro: 'function',
};

const typeOf = (kind: Draft['kind']): SymbolType =>
  (Object.hasOwn(TYPES, kind) ? TYPES[kind] : undefined) ?? 'variable';

/** The comments that stand right above a line, by that line. */
function docsBefore({ text: source, comments, lines }: Text): Map<number, string> {
  const docs = new Map<number, string>();
  let block: { text: string; endLine: number } | undefined;
  for (const comment of comments) {
    const { line, endLine, endColumn } = lines.range(comment.startIndex, comment.endIndex);
    // Behind code it is about that code.
    if (source.slice(lines.startOf(line), comment.startIndex).trim() !== '') continue;
    // Some grammars end a line comment with its line end.
    const last = endColumn === 1 && endLine > line ? endLine - 1 : endLine;
    const text = plainComment(comment.text);
    block =
      block && block.endLine + 1 === line
        ? { text: `${block.text}\n${text}`, endLine: last }
        : { text, endLine: last };
    docs.delete(last);
    docs.set(last + 1, block.text);
  }
  return docs;
}

const plainComment = (text: string): string =>
  text
    .replace(/^\/\*+|(?<!\*)\*+\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/[/!]?|#+|\*(?!\/))? ?/, '').trimEnd())
    .join('\n')
    .trim();
