import { textContent } from '../core/content.ts';
import { definePrompt } from '../core/prompt.ts';
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
    const found = await ctx.call('query_audit', { seq: Number(entry) });
    const record =
      found.kind === 'result' && found.ok
        ? found.content
        : [textContent(`(there is no audit entry ${entry})`)];
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
