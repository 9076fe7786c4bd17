import { parse, stringify } from 'smol-toml';
import { type Data, type Format, isData, type Keys, newlineOf } from './format.ts';

/** TOML, where only the table of our own is written or taken away. */
export const toml: Format = { read: parse, put, cut };

function put(text: string, keys: Keys, entry: Data): string {
  const newline = newlineOf(text);
  const own = Object.entries(entry).filter(([, value]) => !isData(value));
  const body = stringify(Object.fromEntries(own)).trimEnd().split('\n');
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => isTable(line, keys));
  if (at < 0) {
    const table = [`[${keys.join('.')}]`, ...body, ''].join(newline);
    const above = text.trimEnd();
    return above === '' ? table : `${above}${newline}${newline}${table}`;
  }
  lines.splice(at + 1, endOf(lines, at) - at - 1, ...body);
  return lines.join(newline);
}

function cut(text: string, keys: Keys): string {
  const lines = text.split(/\r?\n/);
  for (;;) {
    const at = lines.findIndex((line) => isTable(line, keys) || isTable(line, keys, '.'));
    if (at < 0) return lines.join(newlineOf(text));
    const hasGap = at > 0 && lines[at - 1]?.trim() === '';
    lines.splice(hasGap ? at - 1 : at, endOf(lines, at) - at + (hasGap ? 1 : 0));
  }
}

/** The head of our table or, with a dot, of one inside it. */
const isTable = (line: string, [list, name]: Keys, then = ']'): boolean =>
  line
    .replaceAll(/[\s"']/g, '')
    .replace(/^\[+/, '[')
    .startsWith(`[${list}.${name}${then}`);

/** Where the table ends: before the next head, and the remarks above that. */
function endOf(lines: readonly string[], at: number): number {
  const next = lines.findIndex((line, i) => i > at && /^\s*\[/.test(line));
  let end = next < 0 ? lines.length : next;
  while (end > at + 1 && /^\s*(#.*)?$/.test(lines[end - 1] ?? '')) end--;
  return end;
}
