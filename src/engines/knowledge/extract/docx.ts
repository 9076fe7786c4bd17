import { XMLParser } from 'fast-xml-parser';
import { readZipEntry } from './zip.ts';

type Node = Record<string, unknown>;

const MOST_BYTES = 64 * 1024 * 1024;

/** The text of a Word document as Markdown, as far as headings, paragraphs and cells go. */
export function docxText(bytes: Buffer): string {
  const xml = readZipEntry(bytes, 'word/document.xml', MOST_BYTES).toString('utf8');
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    trimValues: false,
    processEntities: true,
  });
  // Sound: with preserveOrder everything is a list of nodes.
  const nodes = parser.parse(xml) as Node[];
  return paragraphsIn(nodes).join('\n\n');
}

function paragraphsIn(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    const [name = ''] = Object.keys(node);
    const children = node[name];
    if (!Array.isArray(children)) return [];
    if (name !== 'w:p') return paragraphsIn(children);
    const text = runsIn(children).trim();
    if (text === '') return [];
    const level = headingLevel(children);
    return [level > 0 ? `${'#'.repeat(level)} ${text}` : text];
  });
}

function runsIn(nodes: readonly Node[]): string {
  return nodes
    .map((node): string => {
      const [name = ''] = Object.keys(node);
      if (name === '#text') return '';
      const children = node[name];
      if (name === 'w:tab') return '\t';
      if (name === 'w:br' || name === 'w:cr') return '\n';
      if (!Array.isArray(children)) return '';
      if (name === 'w:t') return children.map((child: Node) => String(child['#text'] ?? '')).join('');
      return name === 'w:pPr' || name === 'w:del' ? '' : runsIn(children);
    })
    .join('');
}

function headingLevel(children: readonly Node[]): number {
  const style = JSON.stringify(children.find((child) => 'w:pPr' in child) ?? {});
  const [, level] = /"@_w:val":"(?:Heading|heading |berschrift)(\d)"/.exec(style) ?? [];
  if (level !== undefined) return Math.min(6, Number(level));
  return /"@_w:val":"Title"/.test(style) ? 1 : 0;
}
