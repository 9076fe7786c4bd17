import { text } from 'node:stream/consumers';
import { UsageError } from '../../core/errors.ts';
import type { SecretInfo } from '../../core/secret-store.ts';
import { withClient } from '../host-client.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { print, printJson, printLines, say } from '../print.ts';
import { readHidden } from '../read-hidden.ts';

export const secrets = defineGroup({
  name: 'secrets',
  section: 'manage',
  about: 'store keys that workflows and settings use by name',
  more: 'The value is asked for without being shown, or read from stdin: a command line is seen by others.',
  acts: {
    list: defineAct({
      about: 'their names; values are never shown',
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const { secrets: all } = (await client.request('admin/secrets/list', {})) as {
            secrets: SecretInfo[];
          };
          if (flags.json) return printJson(all);
          const lines = all.map(({ name, updatedAt }) => `${name.padEnd(32)} ${updatedAt}`);
          return lines.length > 0
            ? printLines(lines)
            : say('There are no secrets; toolgate secrets set NAME stores one.');
        }),
    }),
    set: defineAct({
      about: 'store one, or replace its value',
      words: 'NAME',
      run: async ({ words: [name = ''], flags }) => {
        const given = process.stdin.isTTY
          ? await readHidden(`Value of ${name}: `)
          : await text(process.stdin);
        const value = given.replace(/\r?\n$/, '');
        if (value === '') throw new UsageError('The value is empty; nothing was stored.');
        return withClient(flags, async (client) => {
          const stored = await client.request('admin/secrets/set', { name, value });
          return flags.json ? printJson(stored) : print(`Stored ${name}.`);
        });
      },
    }),
    remove: defineAct({
      about: 'remove one',
      words: 'NAME',
      run: ({ words: [name = ''], flags }) =>
        withClient(flags, async (client) => {
          const removed = await client.request('admin/secrets/remove', { name });
          return flags.json ? printJson(removed) : print(`Removed ${name}.`);
        }),
    }),
  },
});
