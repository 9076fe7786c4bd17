import { type Data, type Format, type Keys, newlineOf } from './format.ts';
import { dataOf, type JsonObject, jsonTree } from './json-tree.ts';

/** JSON as the standard has it: the client could not read a comment either. */
export const json: Format = { read: (text) => (isEmpty(text) ? {} : JSON.parse(text)), put, cut };

/** JSON with comments, which stay. */
export const jsonc: Format = { read: (text) => (isEmpty(text) ? {} : dataOf(jsonTree(text).root)), put, cut };

const isEmpty = (text: string): boolean => text.trim() === '';

function put(text: string, [list, name]: Keys, entry: Data): string {
  if (isEmpty(text)) return `${JSON.stringify({ [list]: { [name]: entry } }, null, 2)}\n`;
  const { root } = jsonTree(text);
  const servers = memberOf(root, list);
  if (servers === undefined) return added(text, root, root, list, { [name]: entry });
  if (servers.object === undefined) throw new Error(`"${list}" is not an object`);
  const ours = memberOf(servers.object, name);
  if (ours === undefined) return added(text, root, servers.object, name, entry);
  const value = written(text, root, entry, indentAt(text, ours.start));
  return text.slice(0, ours.valueStart) + value + text.slice(ours.end);
}

function cut(text: string, [list, name]: Keys): string {
  const { root, plain } = jsonTree(text);
  const members = memberOf(root, list)?.object?.members ?? [];
  const at = members.findLastIndex(({ key }) => key === name);
  const ours = members[at];
  if (ours === undefined) return text;
  const from = text.slice(0, ours.start).trimEnd().length;
  const after = plain.slice(ours.end).search(/\S/) + ours.end;
  // The comma behind goes with it; of the last one, the comma before.
  if (plain[after] === ',') return text.slice(0, from) + text.slice(ours.end, after) + text.slice(after + 1);
  const before = members[at - 1];
  if (before === undefined) return text.slice(0, from) + text.slice(ours.end);
  const comma = plain.indexOf(',', before.end);
  return text.slice(0, comma) + text.slice(comma + 1, from) + text.slice(ours.end);
}

const memberOf = ({ members }: JsonObject, key: string) => members.findLast((member) => member.key === key);

/** Behind the last member, in the way this object is written. */
function added(text: string, root: JsonObject, object: JsonObject, key: string, value: Data): string {
  const [first, last] = [object.members[0], object.members.at(-1)];
  const newline = newlineOf(text);
  if (first === undefined || last === undefined) {
    const outer = indentAt(text, object.start);
    const inner = outer + unitOf(text, root);
    const end = text.slice(0, object.end - 1).trimEnd().length;
    const member = `${JSON.stringify(key)}: ${written(text, root, value, inner)}`;
    return `${text.slice(0, end)}${newline}${inner}${member}${newline}${outer}${text.slice(object.end - 1)}`;
  }
  const isSpread = text.slice(object.start, first.start).includes('\n');
  const indent = indentAt(text, last.start);
  const member = isSpread
    ? `,${newline}${indent}${JSON.stringify(key)}: ${written(text, root, value, indent)}`
    : `, ${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  return text.slice(0, last.end) + member + text.slice(last.end);
}

const written = (text: string, root: JsonObject, value: Data, indent: string): string =>
  JSON.stringify(value, null, unitOf(text, root)).replaceAll('\n', `${newlineOf(text)}${indent}`);

/** By how much this file indents. */
const unitOf = (text: string, { members: [first] }: JsonObject): string =>
  (first && indentAt(text, first.start)) || '  ';

const indentAt = (text: string, place: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', place - 1) + 1, place))?.[0] ?? '';
