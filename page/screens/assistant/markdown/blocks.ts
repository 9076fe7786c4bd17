interface Item {
  /** How far it stands in: 0 for the outermost. */
  readonly depth: number;
  /** `•`, or its number as it was written. */
  readonly marker: string;
  readonly text: string;
}

export type Block =
  | { readonly kind: 'code' | 'heading' | 'quote' | 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6} +(.*)$/;
const ITEM = /^( *)([-*+]|\d{1,9}[.)]) +(.*)$/;
const QUOTE = /^ {0,3}> ?(.*)$/;

/** Far more than anybody reads; each of them is elements of the page. */
const MOST_BLOCKS = 2000;

/** The parts of a text in Markdown that can be shown without any markup of its own. */
export function blocksOf(text: string): readonly Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const { block, next } = blocks.length < MOST_BLOCKS ? blockAt(lines, at) : restAt(lines, at);
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

interface Found {
  readonly block: Block | undefined;
  readonly next: number;
}

const restAt = (lines: readonly string[], at: number): Found => ({
  block: { kind: 'code', text: lines.slice(at).join('\n') },
  next: lines.length,
});

function blockAt(lines: readonly string[], at: number): Found {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: undefined, next: at + 1 };
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return codeAt(lines, at, fence);
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) return { block: { kind: 'heading', text: heading }, next: at + 1 };
  if (isTable(lines, at)) return tableAt(lines, at);
  if (ITEM.test(line)) return listAt(lines, at);
  if (QUOTE.test(line)) {
    const next = endOf(lines, at, (one) => QUOTE.test(one));
    const text = lines.slice(at, next).map((one) => QUOTE.exec(one)?.[1] ?? '');
    return { block: { kind: 'quote', text: text.join('\n') }, next };
  }
  const next = endOf(lines, at, (one, place) => place === at || !beginsOther(lines, place, one));
  return { block: { kind: 'paragraph', text: lines.slice(at, next).join('\n').trim() }, next };
}

const beginsOther = (lines: readonly string[], at: number, line: string): boolean =>
  line.trim() === '' ||
  [FENCE, HEADING, ITEM, QUOTE].some((pattern) => pattern.test(line)) ||
  isTable(lines, at);

/** The first line from here on for which it does not hold. */
function endOf(lines: readonly string[], from: number, holds: (line: string, at: number) => boolean): number {
  let at = from;
  while (at < lines.length && holds(lines[at] ?? '', at)) at++;
  return at;
}

/** One that is still being written has no end yet. */
function codeAt(lines: readonly string[], at: number, fence: string): Found {
  const isEnd = (line: string): boolean => {
    const words = line.trim();
    return words.startsWith(fence) && words === words.charAt(0).repeat(words.length);
  };
  const end = endOf(lines, at + 1, (line) => !isEnd(line));
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

function listAt(lines: readonly string[], at: number): Found {
  const next = endOf(lines, at, (line) => ITEM.test(line) || /^ {2,}\S/.test(line));
  const items: Item[] = [];
  for (const line of lines.slice(at, next)) {
    const [, indent = '', mark = '', text = ''] = ITEM.exec(line) ?? [];
    const last = items.at(-1);
    if (mark !== '')
      items.push({
        depth: Math.min(6, Math.floor(indent.length / 2)),
        marker: /\d/.test(mark) ? mark : '•',
        text,
      });
    else if (last) items[items.length - 1] = { ...last, text: `${last.text} ${line.trim()}` };
  }
  return { block: { kind: 'list', items }, next };
}

const isTable = (lines: readonly string[], at: number): boolean =>
  (lines[at] ?? '').includes('|') &&
  (lines[at + 1] ?? '').includes('-') &&
  (lines[at + 1] ?? '').includes('|') &&
  cellsOf(lines[at + 1] ?? '').every((cell) => /^:?-+:?$/.test(cell));

function tableAt(lines: readonly string[], at: number): Found {
  const next = endOf(lines, at + 2, (line) => line.includes('|'));
  const rows = lines.slice(at + 2, next).map(cellsOf);
  return { block: { kind: 'table', head: cellsOf(lines[at] ?? ''), rows }, next };
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
