import type { Node } from 'web-tree-sitter';
import type { SymbolFact } from '../facts.ts';

/** What is written before a definition in most languages: who sees it, and whether it belongs to the type itself. */
export function modifiersOf(definition: Node): Pick<SymbolFact, 'isStatic' | 'visibility'> {
  const written = definition.namedChildren.flatMap((part) => (part ? wordsOf(part) : []));
  const visibility = [...written.filter((word) => VISIBILITY.test(word)), ...accessAbove(definition)];
  return {
    ...(written.includes('static') && { isStatic: true as const }),
    ...(visibility.length > 0 && { visibility: visibility.join(' ') }),
  };
}

/** `protected internal` is one of its own in C#; `pub(crate)` in Rust. */
const VISIBILITY = /^(public|protected|private|internal|file|pub(\(.*\))?)$/s;

/** Java has one node for all of them, and annotations among them. */
function wordsOf({ type, text, children }: Node): string[] {
  if (type === 'modifiers') return children.flatMap((part) => (part?.isNamed === false ? [part.text] : []));
  return /modifier$|^storage_class_specifier$/.test(type) ? [text] : [];
}

/** In C++ a label is for what follows it. */
function accessAbove({ parent, previousNamedSibling }: Node): string[] {
  if (parent?.type !== 'field_declaration_list') return [];
  for (let node = previousNamedSibling; node; node = node.previousNamedSibling)
    if (node.type === 'access_specifier') return [node.text];
  return parent.parent?.type === 'class_specifier' ? ['private'] : [];
}
