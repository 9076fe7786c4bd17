import { XMLParser } from 'fast-xml-parser';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  // Decoded below: the parser would also expand what a document declares itself.
  processEntities: false,
  trimValues: false,
  cdataPropName: '#text',
});

/** The elements of a document; none where it is not well-formed or declares entities of its own. */
export function parseXml(text: string): readonly XmlElement[] {
  // No report has a document type; one that has could grow without end.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return [];
  try {
    return (parser.parse(text) as RawNode[]).flatMap(toElement);
  } catch {
    return [];
  }
}

/** All elements of this name, at any depth. */
export function elementsNamed(elements: readonly XmlElement[], name: string): XmlElement[] {
  return elements.flatMap((element) => [
    ...(element.name === name ? [element] : []),
    ...elementsNamed(element.children, name),
  ]);
}

type RawNode = Readonly<Record<string, unknown>>;

function toElement(node: RawNode): XmlElement[] {
  const name = Object.keys(node).find((key) => key !== ':@');
  if (name === undefined || name === '#text' || name.startsWith('?')) return [];
  // Sound: with preserveOrder every element holds a list of nodes, and `:@` its attributes as text.
  const nodes = node[name] as RawNode[];
  const attributes = (node[':@'] ?? {}) as Record<string, string>;
  return [
    {
      name,
      attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, decode(value)])),
      children: nodes.flatMap(toElement),
      text: nodes.map(textOf).join(''),
    },
  ];
}

/** Text as it stands; CDATA comes as a list of its own and is taken literally. */
function textOf(node: RawNode): string {
  const value = node['#text'];
  if (typeof value === 'string') return decode(value);
  // Sound: what is no text is the list inside a CDATA section.
  return Array.isArray(value) ? (value as RawNode[]).map((part) => String(part['#text'] ?? '')).join('') : '';
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decode = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
