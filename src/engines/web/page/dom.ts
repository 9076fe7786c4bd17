export interface Node {
  readonly nodeType: number;
  readonly textContent: string | null;
  remove(): void;
}

/** As much of a DOM as is used here; the browser's own types would come into every file of the program. */
export interface Element extends Node {
  readonly localName: string;
  readonly parentElement: Element | null;
  readonly childNodes: Iterable<Node>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  matches(selector: string): boolean;
  closest(selector: string): Element | null;
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element> & { readonly length: number };
  append(child: Node): void;
}
