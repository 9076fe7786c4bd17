import type { Content } from '../core/call/content.ts';
import { withoutEnd } from '../core/text/trim-end.ts';

/** Text over the budget keeps its head and tail, cut at line ends, and says how much is missing. */
export function textWithinBudget(text: string, budgetBytes: number): string {
  if (text.length * 3 <= budgetBytes) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= budgetBytes) return text;
  const head = cutAtLineEnd(decode(bytes.subarray(0, Math.floor(budgetBytes * 0.7))));
  const tail = cutAtLineStart(decode(bytes.subarray(bytes.length - Math.floor(budgetBytes * 0.3))));
  const left = bytes.length - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return `${head}\n[... ${left} of ${bytes.length} bytes left out; ask for a smaller part ...]\n${tail}`;
}

/** The same for a block of content; only text is ever cut. */
export function withinBudget(block: Content, budgetBytes: number): Content {
  if (block.type !== 'text') return block;
  const text = textWithinBudget(block.text, budgetBytes);
  return text === block.text ? block : { ...block, text };
}

type Data = Readonly<Record<string, unknown>>;

/** The same for data: what a program printed stands in `output`, and there is no end to what a hook can print. */
export function dataWithinBudget<T extends Data>(data: T, budgetBytes: number): T {
  if (typeof data.output !== 'string') return data;
  const output = textWithinBudget(data.output, budgetBytes);
  return output === data.output ? data : { ...data, output };
}

// A cut inside a character leaves U+FFFD at the edge.
const decode = (bytes: Buffer): string =>
  withoutEnd(bytes.toString('utf8').replace(/^\uFFFD+/, ''), '\uFFFD');

const cutAtLineEnd = (text: string): string =>
  text.slice(0, Math.max(text.lastIndexOf('\n'), text.length / 2));

const cutAtLineStart = (text: string): string => {
  const at = text.indexOf('\n');
  return at !== -1 && at < text.length / 2 ? text.slice(at + 1) : text;
};
