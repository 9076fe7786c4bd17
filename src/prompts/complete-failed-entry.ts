import type { ClientContext } from '../core/tool/prompt.ts';

interface Found {
  readonly entries: readonly { readonly seq: number }[];
}

/** Numbers of the latest failures. */
export async function completeFailedEntry(typed: string, ctx: ClientContext): Promise<string[]> {
  const found = await ctx.call('query_audit', { failed: true, limit: 50 });
  if (found.kind !== 'result' || !found.ok) return [];
  // Sound: the gate parsed the answer with the tool's output schema.
  const { entries } = found.data as unknown as Found;
  return entries.map(({ seq }) => String(seq)).filter((seq) => seq.startsWith(typed));
}
