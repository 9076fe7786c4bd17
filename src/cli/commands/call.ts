import { createInterface } from 'node:readline/promises';
import { UsageError } from '../../core/errors.ts';
import type { CommandLine } from '../../core/flags.ts';
import { DEEPEST_JSON, isDeeperThan } from '../../core/json-depth.ts';
import { connectClient, type HostClient } from '../host-client.ts';

type Data = Record<string, unknown>;

const REFUSED = new Set([
  'PERMISSION_DENIED',
  'APPROVAL_PENDING',
  'APPROVAL_EXPIRED',
  'BLOCKED_BY_POLICY',
  'OUTSIDE_ROOT',
  'PROTECTED_PATH',
]);

/** One call through the gate. */
export async function call({ words, flags }: CommandLine): Promise<number> {
  const [tool, json] = words;
  if (tool === undefined)
    throw new UsageError('Which tool? toolgate call TOOL [JSON]; toolgate tools lists them.');
  const args = parseArguments(json);
  const client = await connectClient(flags);
  try {
    const result = await callUntilAnswered(client, { name: tool, arguments: args });
    const error = (result._meta as Data | undefined)?.['toolgate/error'] as { code: string } | undefined;
    process.stdout.write(`${flags.json ? JSON.stringify(result, null, 2) : textOf(result)}\n`);
    if (result.isError !== true) return 0;
    return error && REFUSED.has(error.code) ? 3 : 1;
  } finally {
    client.close();
  }
}

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
  return { action: 'accept', content: { allow: /^y(es)?$/i.test(answer.trim()) } };
}

// A host refuses the whole message beyond its limit; arguments lie two levels down in one.
const DEEPEST_ARGUMENTS = DEEPEST_JSON - 2;

export function parseArguments(json: string | undefined): Data {
  if (json === undefined) return {};
  if (isDeeperThan(json, DEEPEST_ARGUMENTS))
    throw new UsageError(`The arguments are nested deeper than ${DEEPEST_ARGUMENTS} levels.`);
  try {
    const value: unknown = JSON.parse(json);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Data;
  } catch (error) {
    throw new UsageError(
      `The arguments are not valid JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  throw new UsageError(`The arguments must be a JSON object, like '{"path": "README.md"}'.`);
}

const textOf = (result: Data): string =>
  (result.content as { type: string; text?: string }[] | undefined)
    ?.map(({ type, text }) => text ?? `[${type}]`)
    .join('\n') ?? '';
