import { createInterface } from 'node:readline/promises';
import { type HostClient, withClient } from '../host-client.ts';
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
  about: 'one call through the gate, with its arguments as JSON',
  words: 'TOOL [JSON]',
  more: [
    `toolgate call read_file '{"path": "README.md"}'`,
    'At a terminal you are asked what the call asks. toolgate tools lists the tools.',
  ].join('\n'),
  run: ({ words: [name = '', json], flags }) => {
    const args = parseArguments(json);
    return withClient(flags, async (client) => {
      const result = await callUntilAnswered(client, { name, arguments: args });
      const error = (result._meta as Data | undefined)?.['toolgate/error'] as { code: string } | undefined;
      if (flags.json) printJson(result);
      else print(textOf(result));
      if (result.isError !== true) return 0;
      return error && REFUSED.has(error.code) ? 3 : 1;
    });
  },
});

/** Asks the person at this terminal whatever the call asks. */
async function callUntilAnswered(client: HostClient, params: Data): Promise<Data> {
  const result = await client.request('tools/call', params);
  if (result.resultType !== 'input_required') return result;
  const answers: Data = {};
  for (const [key, request] of Object.entries(
    result.inputRequests as Record<string, { params?: { message?: string } }>,
  )) {
    answers[key] = await ask(request.params?.message ?? 'Allow?');
  }
  return callUntilAnswered(client, { ...params, inputResponses: answers, requestState: result.requestState });
}

async function ask(message: string): Promise<Data> {
  if (!process.stdin.isTTY) return { action: 'cancel' };
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${message} [y/N] `);
  terminal.close();
  return { action: 'accept', content: { decision: /^y(es)?$/i.test(answer.trim()) ? 'once' : 'deny' } };
}

const textOf = (result: Data): string =>
  (result.content as { type: string; text?: string }[] | undefined)
    ?.map(({ type, text }) => text ?? `[${type}]`)
    .join('\n') ?? '';
