import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Data } from './rpc.ts';

export interface ScriptedCall {
  readonly tool: string;
  readonly args: Data;
}

/** A model that calls one tool after the other, whatever it is told, and notes what comes back. */
export interface ScriptedModel {
  readonly port: number;
  /** What the model was given for each call, as the client wrote it. */
  readonly results: readonly string[];
  /** The tools it was offered. */
  readonly offered: readonly string[];
  close(): void;
}

type Event = readonly [type: string, data: Data];

/** Speaks Anthropic's Messages and OpenAI's Responses, as far as an agent needs them. */
export async function startScriptedModel(calls: readonly ScriptedCall[]): Promise<ScriptedModel> {
  const results: string[] = [];
  const offered = new Set<string>();
  const next = (given: readonly string[]): ScriptedCall | undefined => {
    results.splice(0, results.length, ...given);
    return calls[given.length];
  };
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const body = (text === '' ? {} : JSON.parse(text)) as Data;
    const tools = (body.tools ?? []) as readonly Data[];
    for (const { name, type } of tools) offered.add(String(name ?? type));
    // Side questions (a title for the session) come without tools.
    const isTurn = tools.length > 0;
    if (request.url?.includes('/messages'))
      return send(response, asMessage(isTurn ? next(resultsInMessages(body)) : undefined));
    if (request.url?.includes('/responses'))
      return send(response, asResponse(isTurn ? next(resultsInResponses(body)) : undefined));
    response.setHeader('content-type', 'application/json').end('{"input_tokens":1,"data":[],"models":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port, // Sound: it listens on TCP.
    results,
    get offered() {
      return [...offered];
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function send(response: ServerResponse, events: readonly Event[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [type, data] of events)
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  response.end();
}

const partsOf = (value: unknown): readonly Data[] => (Array.isArray(value) ? value : []);

/** The texts of a result, put together; what is no text stays JSON. */
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : partsOf(value)
        .map((part) => (typeof part.text === 'string' ? part.text : JSON.stringify(part)))
        .join('\n');

const resultsInMessages = ({ messages }: Data): string[] =>
  partsOf(messages)
    .flatMap(({ content }) => partsOf(content))
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => textOf(content));

const resultsInResponses = ({ input }: Data): string[] =>
  partsOf(input)
    .filter(({ type }) => type === 'function_call_output')
    .map(({ output }) => textOf(output));

function asMessage(call: ScriptedCall | undefined): Event[] {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    usage,
  };
  const id = `toolu_${Math.random().toString(36).slice(2)}`;
  const block = call ? { type: 'tool_use', id, name: call.tool, input: {} } : { type: 'text', text: '' };
  const delta = call
    ? { type: 'input_json_delta', partial_json: JSON.stringify(call.args) }
    : { type: 'text_delta', text: 'Done.' };
  return [
    ['message_start', { message }],
    ['content_block_start', { index: 0, content_block: block }],
    ['content_block_delta', { index: 0, delta }],
    ['content_block_stop', { index: 0 }],
    ['message_delta', { delta: { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null }, usage }],
    ['message_stop', {}],
  ];
}

function asResponse(call: ScriptedCall | undefined): Event[] {
  const id = `r${Math.random().toString(36).slice(2)}`;
  const [namespace, name] = splitName(call?.tool ?? '');
  const item = call
    ? {
        type: 'function_call',
        id: `f${id}`,
        call_id: `c${id}`,
        name,
        namespace,
        arguments: JSON.stringify(call.args),
      }
    : {
        type: 'message',
        id: `t${id}`,
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
      };
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    total_tokens: 2,
    input_tokens_details: null,
    output_tokens_details: null,
  };
  return [
    ['response.created', { response: { id } }],
    ['response.output_item.done', { output_index: 0, item }],
    ['response.completed', { response: { id, usage } }],
  ];
}

/** `mcp__toolgate/read_file`: a tool in a namespace. */
const splitName = (tool: string): [string | undefined, string] => {
  const [first = '', second] = tool.split('/');
  return second === undefined ? [undefined, first] : [first, second];
};
