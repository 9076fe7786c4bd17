import { type Document, isMap, isScalar, parse, parseDocument, stringify, type YAMLMap } from 'yaml';
import { type Data, type Format, type Keys, newlineOf } from './format.ts';

/** YAML with its remarks. A new entry is put into the text; others are changed in the tree, which keeps remarks. */
export const yaml: Format = { read: (text) => parse(text) ?? {}, put, cut };

function put(text: string, keys: Keys, entry: Data): string {
  const document = sound(text);
  const [list, name] = keys;
  const servers = document.get(list);
  if (document.hasIn(keys)) {
    document.setIn(keys, document.createNode(entry));
    return printed(document);
  }
  const newline = newlineOf(text);
  if (!document.has(list) && !(isMap(document.contents) && document.contents.flow)) {
    const above = text.trim() === '' ? '' : `${text.trimEnd()}${newline}`;
    return above + stringify({ [list]: { [name]: entry } }, { lineWidth: 0 }).replaceAll('\n', newline);
  }
  const place = isMap(servers) && !servers.flow ? firstKeyIn(servers) : undefined;
  if (place !== undefined) {
    const line = text.lastIndexOf('\n', place - 1) + 1;
    const indent = ' '.repeat(place - line);
    const block = stringify({ [name]: entry }, { lineWidth: 0 }).replaceAll(/^(?=.)/gm, indent);
    return text.slice(0, line) + block.replaceAll('\n', newline) + text.slice(line);
  }
  // A key with nothing behind it.
  if (servers === undefined) document.set(list, document.createNode({}));
  document.setIn(keys, document.createNode(entry));
  return printed(document);
}

function cut(text: string, keys: Keys): string {
  const document = sound(text);
  document.deleteIn(keys);
  return printed(document);
}

const firstKeyIn = ({ items: [first] }: YAMLMap): number | undefined =>
  isScalar(first?.key) ? first.key.range?.[0] : undefined;

const printed = (document: Document.Parsed): string => document.toString({ lineWidth: 0 });

function sound(text: string): Document.Parsed {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw error;
  return document;
}
