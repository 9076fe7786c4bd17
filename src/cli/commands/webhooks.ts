import type { WebhookView } from '../../core/workflow/workflows.ts';
import { withClient } from '../host-client.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { print, printJson, printLines } from '../print.ts';

export const webhooks = defineGroup({
  name: 'webhooks',
  section: 'work',
  about: 'manage incoming webhooks and their tokens',
  acts: {
    list: defineAct({
      about: 'show them',
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const { webhooks: all } = (await client.request('admin/webhooks/list', {})) as {
            webhooks: WebhookView[];
          };
          if (flags.json) return printJson(all);
          return all.length > 0 ? printLines(all.map(webhookLine)) : print('There are no webhooks.');
        }),
    }),
    rotate: defineAct({
      about: 'make a new token or secret; the old one stops working',
      words: 'ID',
      run: ({ words: [id = ''], flags }) =>
        withClient(flags, async (client) => {
          const made = (await client.request('admin/webhooks/rotate', { id })) as Record<string, string>;
          if (flags.json) return printJson(made);
          return print(
            [
              `${made.auth === 'token' ? 'Token' : 'Secret'}, shown this once: ${made.secret}`,
              made.auth === 'token'
                ? `Send it with POST ${made.path} as "Authorization: Bearer TOKEN".`
                : `Sign what you POST to ${made.path} with it (${made.auth}).`,
            ].join('\n'),
          );
        }),
    }),
    remove: defineAct({
      about: 'close one',
      words: 'ID',
      run: ({ words: [id = ''], flags }) =>
        withClient(flags, async (client) => {
          const removed = await client.request('admin/webhooks/remove', { id });
          return flags.json ? printJson(removed) : print(`Closed ${id}.`);
        }),
    }),
  },
});

const webhookLine = ({ webhookId, direction, name, path, url, isReady, hint }: WebhookView): string =>
  `${webhookId}  ${direction}  ${name}  ${path ?? url ?? ''}${isReady ? '' : `  (not ready: ${hint ?? 'it is switched off'})`}`;
