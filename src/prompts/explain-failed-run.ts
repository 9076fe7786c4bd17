import { type Content, textContent } from '../core/call/content.ts';
import { ToolError } from '../core/errors.ts';
import { entryNumber } from '../core/text/entry-number.ts';
import { type ClientContext, definePrompt } from '../core/tool/prompt.ts';
import { completeFailedEntry } from './complete-failed-entry.ts';

export const explainFailedRun = definePrompt({
  name: 'explain_failed_run',
  pack: 'gate',
  title: 'Explain a failed run',
  description: 'Find out why a call failed, from its record, and propose the smallest fix.',
  arguments: {
    entry: {
      description: 'Number of the audit entry; completion offers the latest failures',
      required: true,
      complete: completeFailedEntry,
    },
  },
  render: async ({ entry = '' }, ctx) => {
    const record = await recordOf(entry, ctx);
    return [
      {
        role: 'user',
        content: textContent(
          'A call failed. Below is its record. Say in two sentences what failed and why, keeping what the record shows apart from what you suppose; ' +
            'open the files it names where that helps. Then propose the smallest change that fixes the cause. Do not run it again unless asked.',
        ),
      },
      ...record.map((content) => ({ role: 'user' as const, content })),
    ];
  },
});

async function recordOf(entry: string, ctx: ClientContext): Promise<readonly Content[]> {
  const seq = entryNumber(entry);
  if (seq === undefined)
    throw new ToolError(
      'VALIDATION',
      `"entry" is ${JSON.stringify(entry)}; it must be the number of an entry`,
    );
  const found = await ctx.call('query_audit', { seq });
  if (found.kind !== 'result')
    throw new ToolError('PERMISSION_DENIED', `The audit entry ${entry} needs a person's approval`);
  if (!found.ok) throw found.error;
  // Sound: the gate parsed the answer with the tool's output schema.
  const { entries } = found.data as unknown as { readonly entries: readonly unknown[] };
  if (entries.length === 0) throw new ToolError('NOT_FOUND', `There is no audit entry ${entry}`);
  return found.content;
}
