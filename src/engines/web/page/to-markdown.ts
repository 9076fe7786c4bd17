import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import type { Converted, HtmlPage } from './convert-apart.ts';
import type { Element } from './dom.ts';
import { putIntoBody } from './head-and-body.ts';
import { removeHidden } from './hidden-elements.ts';

const NOT_TEXT =
  'script,style,noscript,template,svg,iframe,canvas,audio,video,object,form,input,button,select';
/** The article of a page as Markdown; the whole page where no article is found. */
export function toMarkdown({ html, url }: HtmlPage): Converted {
  const document = parse(html, url);
  const title = document.querySelector('title')?.textContent ?? '';
  const base = baseOf(document, url);
  // It removes styles; and what nobody sees must not count as the article.
  removeHidden(document);
  const article = new Readability(parse(document.toString(), base), { keepClasses: true }).parse();
  const body = article?.content ? parse(`<body>${article.content}</body>`, base).body : document.body;
  for (const element of body.querySelectorAll(NOT_TEXT)) element.remove();
  return {
    title: article?.title || title,
    markdown: converter(base).turndown(body),
    ...(article?.publishedTime && { published: article.publishedTime }),
  };
}

/** Where the links of a page start, which it can say itself. */
function baseOf(document: Document, url: string): string {
  const base = URL.parse(document.querySelector('base[href]')?.getAttribute('href') ?? '', url);
  return base && /^https?:$/.test(base.protocol) ? base.href : url;
}

interface Document extends Element {
  readonly documentElement: Element | null;
  readonly head: Element;
  readonly body: Element;
  createElement(name: string): Element;
}

function parse(html: string, url: string): Document {
  // Without a root element the parser makes a document out of the first tag.
  const { document }: { document: Document } = parseHTML(
    /<html[\s>]/i.test(html) ? html : `<html>${html}</html>`,
  );
  putIntoBody(document);
  if (!document.querySelector('base')) {
    const base = document.createElement('base');
    base.setAttribute('href', url);
    document.head.append(base);
  }
  return document;
}

function converter(url: string): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    hr: '---',
  });
  const escapeAll = service.escape;
  service.escape = (text) => escapeAll(text).replace(UNDERSCORES_IN_WORD, (all) => all.replaceAll('\\', ''));
  service.addRule('link', {
    filter: (node) => node.nodeName === 'A',
    replacement: (text, node) => toLink(text, absolute(attribute(node, 'href'), url)),
  });
  // Images cannot be seen here; what they show stays.
  service.addRule('image', {
    filter: 'img',
    replacement: (_, node) => (attribute(node, 'alt') ? `[image: ${attribute(node, 'alt')}]` : ''),
  });
  service.addRule('cell', { filter: ['th', 'td'], replacement: (text) => `${toCell(text)} |` });
  service.addRule('row', {
    filter: 'tr',
    replacement: (text, node) => `\n|${text}${isHead(node) ? ruler(node) : ''}`,
  });
  service.addRule('section', { filter: ['thead', 'tbody', 'tfoot'], replacement: (text) => text });
  service.addRule('table', { filter: 'table', replacement: (text) => `\n\n${text.trim()}\n\n` });
  return service;
}

/** There they mean nothing to Markdown, and names are what they were. */
const UNDERSCORES_IN_WORD = /(?<=[\p{L}\p{N}])(?:\\_)+(?=[\p{L}\p{N}])/gu;

const attribute = (node: unknown, name: string): string =>
  // Sound: rules for elements are given elements.
  (node as Element).getAttribute(name)?.trim() ?? '';

/** Undefined where it leads nowhere a reader could go. */
function absolute(href: string, url: string): string | undefined {
  const target = URL.parse(href, url);
  return target && /^(https?|mailto):$/.test(target.protocol) ? target.href : undefined;
}

function toLink(text: string, target: string | undefined): string {
  const label = text.trim();
  if (label === '') return '';
  return target === undefined || label.includes('\n') ? text : `[${label}](${target.replaceAll(')', '%29')})`;
}

const toCell = (text: string): string =>
  ` ${text
    .trim()
    .replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')}`;

/** The first row of a table is its head, whether it says so or not. */
function isHead(node: unknown): boolean {
  const row = node as Element;
  const table = row.closest('table');
  return table?.querySelector('tr') === row;
}

const ruler = (node: unknown): string =>
  `\n|${' --- |'.repeat((node as Element).querySelectorAll('th,td').length)}`;
