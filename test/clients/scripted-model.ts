import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Data = Record<string, unknown>;

/** A call that the model makes next. */
export interface Step {
  readonly name: string;
  readonly input: Data;
  /** Where Codex keeps the tools of an MCP server. */
  readonly namespace?: string;
}

/** What a client answered to one. */
export interface Result {
  readonly text: string;
}

export interface ScriptedModel {
  readonly port: number;
  /** Results in the order of the steps. */
  results(): readonly Result[];
  close(): void;
}

/** A model that makes the calls it was told to, one after another, in the words of four services. */
export async function startModel(steps: readonly Step[]): Promise<ScriptedModel> {
  let seen: readonly Result[] = [];
  const next = (results: readonly Result[], hasTools: boolean): Step | undefined => {
    if (!hasTools) return undefined;
    if (results.length >= seen.length) seen = results;
    return steps[results.length];
  };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = parsed(Buffer.concat(pieces).toString());
      const speak = SERVICES.find(([path]) => path.test(request.url ?? ''))?.[1];
      if (speak && request.method === 'POST') speak(body, next, response, request.url ?? '');
      else
        json(response, { data: [{ id: 'x', object: 'model' }], models: [], totalTokens: 1, input_tokens: 1 });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    results: () => seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Next = (results: readonly Result[], hasTools: boolean) => Step | undefined;
type Speak = (body: Data, next: Next, response: ServerResponse, url: string) => void;

let count = 0;
const newId = (kind: string): string => `${kind}_${++count}_${Date.now()}`;

const messages: Speak = (body, next, response) => {
  const results = list(body.messages)
    .flatMap(({ content }) => list(content))
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => ({ text: textOf(content) }));
  const step = next(results, list(body.tools).length > 0);
  const block = step
    ? { type: 'tool_use', id: newId('toolu'), name: step.name, input: {} }
    : { type: 'text', text: '' };
  const delta = step
    ? { type: 'input_json_delta', partial_json: JSON.stringify(step.input) }
    : { type: 'text_delta', text: 'DONE' };
  const stop = step ? 'tool_use' : 'end_turn';
  const message = {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  if (body.stream !== true) {
    const content = [step ? { ...block, input: step.input } : { type: 'text', text: 'DONE' }];
    return json(response, { ...message, content, stop_reason: stop });
  }
  stream(response, [
    ['message_start', { message }],
    ['content_block_start', { index: 0, content_block: block }],
    ['content_block_delta', { index: 0, delta }],
    ['content_block_stop', { index: 0 }],
    ['message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 1 } }],
    ['message_stop', {}],
  ]);
};

const responses: Speak = (body, next, response) => {
  const results = list(body.input)
    .filter(({ type }) => String(type).endsWith('_output'))
    .map(({ output }) => ({ text: textOf(output) }));
  const step = next(results, list(body.tools).length > 0);
  const id = newId('resp');
  const item = step
    ? {
        type: 'function_call',
        id: newId('fc'),
        call_id: newId('call'),
        name: step.name,
        ...(step.namespace !== undefined && { namespace: step.namespace }),
        arguments: JSON.stringify(step.input),
      }
    : {
        type: 'message',
        id: newId('msg'),
        role: 'assistant',
        content: [{ type: 'output_text', text: 'DONE', annotations: [] }],
      };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  stream(response, [
    ['response.created', { response: { id } }],
    ['response.output_item.done', { output_index: 0, item }],
    ['response.completed', { response: { id, usage } }],
  ]);
};

const completions: Speak = (body, next, response) => {
  const results = list(body.messages)
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => ({ text: textOf(content) }));
  const step = next(results, list(body.tools).length > 0);
  const tool_calls = step && [
    {
      index: 0,
      id: newId('call'),
      type: 'function',
      function: { name: step.name, arguments: JSON.stringify(step.input) },
    },
  ];
  const message = { role: 'assistant', ...(step ? { content: null, tool_calls } : { content: 'DONE' }) };
  const finish_reason = step ? 'tool_calls' : 'stop';
  const base = { id: newId('chat'), created: 1, model: body.model ?? 'x' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  if (body.stream !== true)
    return json(response, {
      ...base,
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason, message }],
      usage,
    });
  const chunk = { ...base, object: 'chat.completion.chunk' };
  stream(
    response,
    [
      ['', { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] }],
      ['', { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage }],
    ],
    '[DONE]',
  );
};

const generate: Speak = (body, next, response, url) => {
  const results = list(body.contents)
    .flatMap(({ parts }) => list(parts))
    .filter(({ functionResponse }) => functionResponse !== undefined)
    .map(({ functionResponse }) => ({ text: textOf((functionResponse as Data).response) }));
  const step = next(
    results,
    list(body.tools).some(({ functionDeclarations }) => list(functionDeclarations).length > 0),
  );
  const part = step
    ? { functionCall: { id: newId('g'), name: step.name, args: step.input } }
    : { text: 'DONE' };
  const answer = {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'x',
  };
  if (/stream/i.test(url)) stream(response, [['', answer]]);
  else json(response, answer);
};

const SERVICES: readonly (readonly [RegExp, Speak])[] = [
  [/\/messages(\?|$)/, messages],
  [/\/responses(\?|$)/, responses],
  [/\/chat\/completions/, completions],
  [/generateContent/i, generate],
];

const list = (value: unknown): Data[] => (Array.isArray(value) ? (value as Data[]) : []);

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((one) => textOf((one as Data)?.text ?? one)).join('');
  return JSON.stringify(value);
};

function parsed(text: string): Data {
  try {
    return JSON.parse(text) as Data;
  } catch {
    return {};
  }
}

const json = (response: ServerResponse, value: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

function stream(response: ServerResponse, events: readonly (readonly [string, Data])[], last?: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [type, data] of events) {
    if (type !== '') response.write(`event: ${type}\n`);
    response.write(`data: ${JSON.stringify(type === '' ? data : { type, ...data })}\n\n`);
  }
  if (last !== undefined) response.write(`data: ${last}\n\n`);
  response.end();
}
