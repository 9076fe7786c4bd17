import type { Reply, ScriptedCall } from './model-server.ts';

type Data = Record<string, unknown>;

/** How one provider writes an answer. */
export interface Format {
  readonly path: RegExp;
  pieces(reply: Reply): string[];
}

const IN = 120;
const OUT = 30;

const words = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];
const argumentsOf = ({ raw, args = {} }: ScriptedCall): string => raw ?? JSON.stringify(args);
const halves = (text: string): string[] => [text.slice(0, text.length / 2), text.slice(text.length / 2)];
const event = (type: string, data: Data): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

let count = 0;
const nextId = (): string => `id${++count}`;

const chatChunk = (delta: Data, finish: string | null = null, more: Data = {}): string =>
  `data: ${JSON.stringify({
    ...{ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  })}\n\n`;

const CHAT_USAGE = { prompt_tokens: IN, completion_tokens: OUT, total_tokens: IN + OUT };

/** OpenAI's chat completions, which Ollama, LM Studio and vLLM speak too. */
const chat: Format = {
  path: /\/chat\/completions$/,
  pieces: ({ text = '', calls = [], finish }) => [
    ...words(text).map((content) => chatChunk({ role: 'assistant', content })),
    ...calls.flatMap((call, index) => [
      chatChunk({
        tool_calls: [{ index, id: nextId(), type: 'function', function: { name: call.name, arguments: '' } }],
      }),
      ...halves(argumentsOf(call)).map((piece) =>
        chatChunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    chatChunk({}, finish ?? (calls.length > 0 ? 'tool_calls' : 'stop')),
    chatChunk({}, null, { choices: [], usage: CHAT_USAGE }),
    'data: [DONE]\n\n',
  ],
};

const messageOf = (content: Data[]): Data => ({
  ...{ id: nextId(), type: 'message', role: 'assistant', model: 'm', content },
  ...{ stop_reason: content.length > 0 ? 'end_turn' : null, stop_sequence: null },
  usage: { input_tokens: IN, output_tokens: OUT },
});

/** Anthropic's messages. */
const messages: Format = {
  path: /\/messages$/,
  pieces: ({ text = '', calls = [], finish }) => [
    event('message_start', { message: messageOf([]) }),
    ...(text === ''
      ? []
      : block(
          0,
          { type: 'text', text: '' },
          words(text).map((piece) => ({ type: 'text_delta', text: piece })),
        )),
    ...calls.flatMap((call, at) =>
      block(
        at + 1,
        { type: 'tool_use', id: `toolu_${nextId()}`, name: call.name, input: {} },
        halves(argumentsOf(call)).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
      ),
    ),
    event('message_delta', {
      delta: {
        stop_reason: finish ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn',
        stop_sequence: null,
      },
      usage: { output_tokens: OUT },
    }),
    event('message_stop', {}),
  ],
};

const block = (index: number, content: Data, deltas: readonly Data[]): string[] => [
  event('content_block_start', { index, content_block: content }),
  ...deltas.map((delta) => event('content_block_delta', { index, delta })),
  event('content_block_stop', { index }),
];

const RESPONSE = { id: 'resp_1', created_at: 1, model: 'm' };
const RESPONSE_USAGE = { input_tokens: IN, output_tokens: OUT, total_tokens: IN + OUT };

/** OpenAI's responses. */
const responses: Format = {
  path: /\/responses$/,
  pieces: ({ text = '', calls = [] }) => [
    event('response.created', { response: { ...RESPONSE, status: 'in_progress' } }),
    ...(text === '' ? [] : textItem(text)),
    ...calls.flatMap((call, at) => callItem(call, at + 1)),
    event('response.completed', { response: { ...RESPONSE, status: 'completed', usage: RESPONSE_USAGE } }),
  ],
};

function textItem(text: string): string[] {
  const id = `msg_${nextId()}`;
  const item = { type: 'message', id, role: 'assistant' };
  return [
    event('response.output_item.added', {
      output_index: 0,
      item: { ...item, status: 'in_progress', content: [] },
    }),
    ...words(text).map((delta) =>
      event('response.output_text.delta', { item_id: id, output_index: 0, content_index: 0, delta }),
    ),
    event('response.output_item.done', {
      output_index: 0,
      item: { ...item, status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] },
    }),
  ];
}

function callItem(call: ScriptedCall, at: number): string[] {
  const id = `fc_${nextId()}`;
  const item = { type: 'function_call', id, call_id: `call_${nextId()}`, name: call.name };
  return [
    event('response.output_item.added', {
      output_index: at,
      item: { ...item, arguments: '', status: 'in_progress' },
    }),
    ...halves(argumentsOf(call)).map((delta) =>
      event('response.function_call_arguments.delta', { item_id: id, output_index: at, delta }),
    ),
    event('response.output_item.done', {
      output_index: at,
      item: { ...item, arguments: argumentsOf(call), status: 'completed' },
    }),
  ];
}

const candidate = (parts: Data[], finishReason?: string): Data => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) }],
  usageMetadata: { promptTokenCount: IN, candidatesTokenCount: OUT, totalTokenCount: IN + OUT },
});

/** Google's. */
const google: Format = {
  path: /:streamGenerateContent(\?|$)/,
  pieces: ({ text = '', calls = [] }) =>
    [
      ...words(text).map((piece) => candidate([{ text: piece }])),
      ...calls.map(({ name, args = {} }) => candidate([{ functionCall: { name, args } }])),
      candidate([{ text: '' }], 'STOP'),
    ].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`),
};

export const FORMATS: readonly Format[] = [chat, messages, responses, google];
