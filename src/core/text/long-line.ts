import type { LineEnds } from './lines.ts';

const MEMBER = String.raw`\s*"(?:jsonrpc|id|method)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)\s*`;
const LEADING = new RegExp(String.raw`^\s*\{((?:${MEMBER},)+)`);
const TRAILING = new RegExp(String.raw`((?:,${MEMBER})+)\}\s*$`);

/**
 * The id of a request whose line was dropped, null where there is none. Clients write it before the parameters or
 * after them; without it they would wait for ever.
 */
export function idOfLongLine({ head, tail }: LineEnds): string | number | null {
  const { id, method } = {
    ...parse(LEADING.exec(head.toString())?.[1]?.replace(/,$/, '')),
    ...parse(TRAILING.exec(tail.toString())?.[1]?.slice(1)),
  };
  const isRequest = typeof method === 'string' && (typeof id === 'string' || typeof id === 'number');
  return isRequest ? id : null;
}

function parse(members = ''): { readonly id?: unknown; readonly method?: unknown } {
  try {
    return JSON.parse(`{${members}}`);
  } catch {
    return {};
  }
}
