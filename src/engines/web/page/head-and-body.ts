import type { Element, Node } from './dom.ts';

/**
 * Puts what stands in a document into its head and its body. HTML may leave their tags out, and the parser puts nothing
 * in their place: a body that is not written would be empty.
 */
export function putIntoBody(document: Document): void {
  const root = document.documentElement;
  if (!root || isInOrder(root)) return;
  const head = [...root.childNodes].find(isNamed('head')) ?? document.createElement('head');
  const body = root.querySelector('body') ?? document.createElement('body');
  const [first, rest] = split(partsOf(root));
  for (const node of first) head.append(node);
  for (const node of rest) body.append(node);
  for (const element of [head, body]) root.append(element);
}

interface Document {
  readonly documentElement: Element | null;
  createElement(name: string): Element;
}

const HEAD = new Set(['base', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title']);

const ELEMENT = 1;

// Sound: nodes of this type are elements.
const isElement = (node: Node): node is Element => node.nodeType === ELEMENT;

const isNamed =
  (...names: string[]) =>
  (node: Node): node is Element =>
    isElement(node) && names.includes(node.localName);

const isOfHead = (node: Node): boolean => !isElement(node) || HEAD.has(node.localName);

function isInOrder(root: Element): boolean {
  const [head, body, ...more] = [...root.childNodes].filter(isElement);
  if (head?.localName === 'body') return body === undefined;
  if (head?.localName !== 'head' || more.length > 0) return false;
  return isNamed('body', 'frameset')(body ?? head) && [...head.childNodes].every(isOfHead);
}

/** A head that is not closed holds the body, or what belongs into it. */
const partsOf = (parent: Element): Node[] =>
  [...parent.childNodes].flatMap((node) => (isNamed('head', 'body')(node) ? partsOf(node) : node));

/** What comes first and is of the head, and the rest. */
function split(nodes: readonly Node[]): [Node[], Node[]] {
  const end = nodes.findIndex((node) => !isOfHead(node) || isText(node));
  return end < 0 ? [[...nodes], []] : [nodes.slice(0, end), nodes.slice(end)];
}

const isText = (node: Node): boolean => !isElement(node) && (node.textContent ?? '').trim() !== '';
