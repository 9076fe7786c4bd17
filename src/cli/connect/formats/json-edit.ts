import { isDeepStrictEqual } from 'node:util';
import { type Data, isData, newlineOf } from './format.ts';
import { type JsonBox, type JsonPart, type JsonTree, jsonTree } from './json-tree.ts';

/** The text changed so that it says this; whatever says the same already stays as it is written. */
export function editTo(text: string, wanted: Data): string {
  if (text.trim() === '')
    return Object.keys(wanted).length === 0 ? text : `${JSON.stringify(wanted, null, 2)}\n`;
  const tree = jsonTree(text);
  const after = edited({ text, ...tree }, tree.root, wanted);
  // One change at a time: each moves the places of what follows.
  return after === undefined ? text : editTo(after, wanted);
}

interface Page extends JsonTree {
  readonly text: string;
}

/** The text after the first change that is needed; undefined where none is. */
const edited = (page: Page, box: JsonBox, wanted: Data | readonly unknown[]): string | undefined =>
  Array.isArray(wanted) ? editedList(page, box, wanted) : editedObject(page, box, wanted as Data);

function editedObject(page: Page, box: JsonBox, wanted: Data): string | undefined {
  const gone = box.parts.findIndex(({ key = '' }) => !Object.hasOwn(wanted, key));
  if (gone >= 0) return withoutPart(page, box, gone);
  for (const [key, value] of Object.entries(wanted)) {
    // Of two with the same name the last one counts.
    const part = box.parts.findLast((one) => one.key === key);
    if (part === undefined) return withPart(page, box, value, key);
    if (!isDeepStrictEqual(part.value, value)) return changed(page, part, value);
  }
  return undefined;
}

function changed(page: Page, part: JsonPart, value: unknown): string | undefined {
  const isSameKind = part.box?.isList ? Array.isArray(value) : isData(value);
  // Sound: it is an object or a list, as the box is.
  if (part.box && isSameKind) return edited(page, part.box, value as Data | unknown[]);
  const { text } = page;
  const written = writtenAs(page, value, indentAt(text, part.start));
  return text.slice(0, part.valueStart) + written + text.slice(part.end);
}

/** Elements that are not wanted go, others are put behind what is left. */
function editedList(page: Page, box: JsonBox, wanted: readonly unknown[]): string | undefined {
  const gone = box.parts.findIndex(({ value }, i) => !isDeepStrictEqual(value, wanted[i]));
  if (gone >= 0) return withoutPart(page, box, gone);
  if (box.parts.length === wanted.length) return undefined;
  return withPart(page, box, wanted[box.parts.length]);
}

function withoutPart({ text, plain }: Page, { start, end, parts }: JsonBox, at: number): string {
  const part = parts[at] as JsonPart;
  if (parts.length === 1 && isBlank(text.slice(start + 1, part.start) + text.slice(part.end, end - 1)))
    return text.slice(0, start + 1) + text.slice(end - 1);
  const from = text.slice(0, part.start).trimEnd().length;
  const after = plain.slice(part.end).search(/\S/) + part.end;
  // The comma behind goes with it; of the last one, the comma before.
  if (plain[after] === ',') return text.slice(0, from) + text.slice(part.end, after) + text.slice(after + 1);
  const before = parts[at - 1];
  if (before === undefined) return text.slice(0, from) + text.slice(part.end);
  const comma = plain.indexOf(',', before.end);
  return text.slice(0, comma) + text.slice(comma + 1, from) + text.slice(part.end);
}

const isBlank = (text: string): boolean => /^,?$/.test(text.trim());

/** Behind the last part, in the way this object or list is written; a comment stays on the line it is about. */
function withPart(page: Page, box: JsonBox, value: unknown, key?: string): string {
  const { text, plain } = page;
  const [first, last] = [box.parts[0], box.parts.at(-1)];
  const newline = newlineOf(text);
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  if (first === undefined || last === undefined) {
    const outer = indentAt(text, box.start);
    const inner = outer + unitOf(page);
    const end = text.slice(0, box.end - 1).trimEnd().length;
    const part = `${newline}${inner}${name}${writtenAs(page, value, inner)}${newline}${outer}`;
    return text.slice(0, end) + part + text.slice(box.end - 1);
  }
  const next = plain.slice(last.end).search(/\S/) + last.end;
  const hasComma = plain[next] === ',';
  const end = hasComma ? next + 1 : last.end;
  const isSpread = text.slice(box.start, first.start).includes('\n');
  const place = isSpread ? end + plain.slice(end).search(/[^ \t]/) : end;
  const indent = indentAt(text, last.start);
  const part = isSpread
    ? `${newline}${indent}${name}${writtenAs(page, value, indent)}`
    : ` ${name}${isNested(value) ? writtenAs(page, value, indent) : JSON.stringify(value)}`;
  return `${text.slice(0, end)}${hasComma ? '' : ','}${text.slice(end, place).trimEnd()}${part}${hasComma ? ',' : ''}${text.slice(place)}`;
}

/** Such a value has lines of its own in a file of one line too: a person reads the difference. */
const isNested = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).flat().some(isData);

const writtenAs = (page: Page, value: unknown, indent: string): string =>
  JSON.stringify(value, null, unitOf(page)).replaceAll('\n', `${newlineOf(page.text)}${indent}`);

/** By how much this file indents. */
const unitOf = ({ text, root }: Page): string =>
  (root.parts[0] && indentAt(text, root.parts[0].start)) || '  ';

const indentAt = (text: string, place: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', place - 1) + 1, place))?.[0] ?? '';
