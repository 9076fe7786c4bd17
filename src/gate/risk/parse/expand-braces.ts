import { spendCharacters } from '../budget.ts';

const MOST_WORDS = 256;
const DEEPEST = 8;

/**
 * The words that `{a,b{c,d}}` stands for. Undefined where there is a quote, an expansion or a sequence in it, or more
 * than anybody writes by hand.
 */
export function expandBraces(text: string, depth = 0): string[] | undefined {
  if (/[$`\\'"]|\.\./.test(text) || depth > DEEPEST) return undefined;
  const open = text.indexOf('{');
  if (open === -1) return text.includes('}') ? undefined : [text];
  const parts = partsIn(text, open);
  // `{a}` is no list: Bash leaves it as it is.
  if (!parts || parts.items.length < 2) return undefined;
  const rest = expandBraces(text.slice(parts.end), depth + 1);
  const inner = parts.items.map((item) => expandBraces(item, depth + 1));
  if (!rest || inner.some((words) => words === undefined)) return undefined;
  const start = text.slice(0, open);
  const items = inner.flatMap((words = []) => words);
  const count = items.length * rest.length;
  if (count > MOST_WORDS) return undefined;
  spendCharacters(count * text.length);
  return items.flatMap((item) => rest.map((end) => start + item + end));
}

/** What stands between the commas of the list that starts here, and where it ends. */
function partsIn(text: string, open: number): { items: string[]; end: number } | undefined {
  const items: string[] = [];
  let level = 0;
  let from = open + 1;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '{') level++;
    if (text[i] === '}') level--;
    if (level === 0 || (level === 1 && text[i] === ',')) {
      items.push(text.slice(from, i));
      from = i + 1;
    }
    if (level === 0) return { items, end: i + 1 };
  }
  return undefined;
}
