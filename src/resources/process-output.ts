import { PROCESS_URI, processUri } from '../core/process/process-uri.ts';
import type { ClientContext } from '../core/tool/prompt.ts';
import { defineResource } from '../core/tool/resource.ts';

interface Listed {
  readonly processes: readonly {
    readonly processId: string;
    readonly name: string;
    readonly status: string;
  }[];
}

interface Printed {
  readonly lines: readonly { readonly text: string }[];
}

const PAGE_LINES = 5000;

/** What background processes printed, under the policy of get_background_process_output. */
export const processOutput = defineResource({
  name: 'process-output',
  pack: 'processes',
  title: 'Output of a background process',
  description: 'The latest lines a background process printed',
  uri: PROCESS_URI,
  mimeType: 'text/plain',
  list: async (ctx) => ({
    links: (await listed(ctx)).map(({ processId, name, status }) => ({
      uri: processUri(processId),
      name: `${name} (${status})`,
    })),
  }),
  complete: {
    id: async (typed, ctx) =>
      (await listed(ctx)).map(({ processId }) => processId).filter((id) => id.startsWith(typed)),
  },
  read: async (uri, { id = '' }, ctx) => {
    const answer = await ctx.call('get_background_process_output', { processId: id, tailLines: PAGE_LINES });
    if (answer.kind === 'result' && !answer.ok) throw answer.error;
    // Sound: the gate parsed the answer with the tool's output schema.
    const { lines } = (answer.kind === 'result' ? answer.data : { lines: [] }) as unknown as Printed;
    return [{ uri, mimeType: 'text/plain', text: lines.map(({ text }) => `${text}\n`).join('') }];
  },
});

async function listed(ctx: ClientContext): Promise<Listed['processes']> {
  const answer = await ctx.call('list_background_processes', {});
  if (answer.kind !== 'result' || !answer.ok) return [];
  return (answer.data as unknown as Listed).processes; // Sound, for the same reason.
}
