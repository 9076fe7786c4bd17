import { dirname, join } from 'node:path';
import type { ClientContext } from '../core/tool/prompt.ts';

interface Listed {
  readonly entries: readonly { readonly name: string; readonly type: string }[];
}

/** Directories that begin like `typed`, seen through the gate like any other listing. */
export async function completeDirectory(typed: string, ctx: ClientContext): Promise<string[]> {
  const parent = typed.endsWith('/') ? typed : dirname(typed || './x');
  const listing = await ctx.call('list_directory', { path: parent });
  if (listing.kind !== 'result' || !listing.ok) return [];
  // Sound: the gate parsed the answer with the tool's output schema.
  const { entries } = listing.data as unknown as Listed;
  return entries
    .filter(({ type }) => type === 'directory')
    .map(({ name }) => join(parent, name))
    .filter((path) => path.startsWith(typed));
}
