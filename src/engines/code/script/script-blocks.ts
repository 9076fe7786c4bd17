import { replacePairs } from '../../../core/text/replace-pairs.ts';
import type { ScriptKind } from './parse-script.ts';

/** The scripts of a Vue or Svelte file, with everything else blanked: lines, columns and offsets stay true. */
export function scriptBlocks(text: string): { text: string; kind: ScriptKind } {
  const code = replacePairs(text, { open: '<!--', close: '-->' }, blank);
  let kind: ScriptKind = 'jsx';
  let end = 0;
  const parts: string[] = [];
  for (const { attributes, start, end: close } of blocksIn(code)) {
    const lang = /\blang\s*=\s*["']?(\w+)/i.exec(attributes)?.[1]?.toLowerCase();
    if (lang === 'ts' || lang === 'typescript') kind = 'ts';
    else if (lang === 'tsx') kind = 'tsx';
    parts.push(blank(code.slice(end, start)), code.slice(start, close));
    end = close;
  }
  // Two scripts of a component are one module; a line end keeps them apart.
  return { text: parts.join('') + blank(code.slice(end)), kind };
}

interface Block {
  readonly attributes: string;
  readonly start: number;
  readonly end: number;
}

const OPEN = /<script\b/gi;
const ATTRIBUTES = /^((?:"[^"]*"|'[^']*'|[^>"'])*)>/;
/** More than any tag has; from each that never ends, the rest of a long file would be read. */
const LONGEST_TAG = 2000;

function blocksIn(code: string): Block[] {
  const blocks: Block[] = [];
  let last = 0;
  for (const { index, 0: open } of code.matchAll(OPEN)) {
    const after = index + open.length;
    const tag = index < last ? null : ATTRIBUTES.exec(code.slice(after, after + LONGEST_TAG));
    if (!tag) continue;
    const start = after + tag[0].length;
    const close = /<\/script\s*>/gi;
    close.lastIndex = start;
    const end = close.exec(code);
    if (!end) break;
    blocks.push({ attributes: tag[1] ?? '', start, end: end.index });
    last = close.lastIndex;
  }
  return blocks;
}

const blank = (text: string): string => text.replace(/[^\n\r]/g, ' ');
