import { ToolError } from '../../core/errors.ts';
import { askForOwnCall } from '../cards/ask-for-own-call.ts';
import { withClient } from '../host-client.ts';
import { defineCommand } from '../line/command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { print, printJson } from '../print.ts';

type Data = Record<string, unknown>;

const REFUSED = new Set([
  'PERMISSION_DENIED',
  'APPROVAL_PENDING',
  'APPROVAL_EXPIRED',
  'BLOCKED_BY_POLICY',
  'OUTSIDE_ROOT',
  'PROTECTED_PATH',
]);

export const call = defineCommand({
  name: 'call',
  section: 'work',
  about: 'make one call through the gate',
  words: 'TOOL [JSON]',
  more: [
    `toolgate call read_file '{"path": "README.md"}'`,
    'At a terminal you are asked what the call asks. toolgate tools lists the tools.',
  ].join('\n'),
  run: ({ words: [name = '', json], flags }) => {
    const args = parseArguments(json);
    return withClient(flags, async (client) => {
      const make = async () => {
        const result = await client.request('tools/call', { name, arguments: args });
        return { result, isPending: codeOf(result) === 'APPROVAL_PENDING' };
      };
      const isAtTerminal = process.stdin.isTTY && process.stderr.isTTY;
      const outcome = isAtTerminal ? await askForOwnCall(client, { tool: name, args, make }) : await make();
      if ('left' in outcome)
        throw new ToolError('APPROVAL_PENDING', `${name} was not called; its question stays open`, {
          hint: `Answer it with toolgate approvals approve ${outcome.left.id.slice(0, 8)}, and make the same call again.`,
        });
      const { result } = outcome;
      if (flags.json) printJson(result);
      // Most files end with a line break, and one is written behind whatever is printed.
      else print(textOf(result).replace(/\n$/, ''));
      if (result.isError !== true) return 0;
      return REFUSED.has(codeOf(result) ?? '') ? 3 : 1;
    });
  },
});

const codeOf = ({ _meta }: Data): string | undefined =>
  ((_meta as Data | undefined)?.['toolgate/error'] as { code: string } | undefined)?.code;

const textOf = (result: Data): string =>
  (result.content as { type: string; text?: string }[] | undefined)
    ?.map(({ type, text }) => text ?? `[${type}]`)
    .join('\n') ?? '';
