import { withClient } from '../host-client.ts';
import { defineCommand } from '../line/command.ts';
import { print, printJson } from '../print.ts';

export const open = defineCommand({
  name: 'open',
  section: 'start',
  about: 'print a link that opens the web page once',
  more: 'The page is served by toolgate serve. Anybody who opens the link can decide what agents may do: do not share it.',
  run: ({ flags }) =>
    withClient(flags, async (client) => {
      const link = await client.request('admin/page/link', {});
      return flags.json ? printJson(link) : print(String(link.url));
    }),
});
