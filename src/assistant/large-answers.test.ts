import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createAssistantHost } from '../../test/support/assistant-host.ts';
import { serveLocally } from '../../test/support/local-server.ts';
import { type ScriptedCall, serveModel } from '../../test/support/model-server.ts';
import { until } from '../../test/support/program.ts';
import { createRedactor } from '../gate/redact/redactor.ts';
import { createShownText } from './turn/shown-text.ts';

const reads = (count: number): ScriptedCall[] =>
  Array.from({ length: count }, (_, at) => ({
    name: 'list_directory',
    args: { path: './'.repeat(1 + (at % 9)) },
  }));

async function talkWith(calls: readonly ScriptedCall[]) {
  const server = await serveModel(({ n }) => (n === 0 ? { calls } : { text: 'Done.' }));
  return createAssistantHost({ url: `${server.origin}/v1`, model: 'm' });
}

/** How long nobody else was served, at worst. */
function longestWait(): () => number {
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  onTestFinished(() => clearInterval(beat));
  return () => longest;
}

/** A service that sends these pieces of an answer, whatever it is asked. */
async function talkWithPieces(pieces: () => Iterable<object>) {
  const { origin } = await serveLocally((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = function* () {
      for (const delta of pieces())
        yield `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
    };
    Readable.from(events())
      .on('error', () => {})
      .pipe(response);
  });
  return createAssistantHost({ url: `${origin}/v1`, model: 'm', retries: 0 });
}

const callPiece = (id: string, part: string) => ({
  tool_calls: [{ index: 0, id, type: 'function', function: { name: 'read_file', arguments: part } }],
});

const TOO_MUCH: [string, () => Iterable<object>, RegExp][] = [
  ['one piece of 20 MB', () => [{ content: 'abcdefghij\n'.repeat(1_800_000) }], /more than 16 MB/],
  [
    'a text of 10 MB of short lines',
    () => [{ content: 'abcdefghij\n'.repeat(900_000) }],
    /4194304 characters/,
  ],
  [
    'pieces without end',
    function* () {
      for (let n = 0; n < 60_000; n++) yield callPiece('c', '{');
    },
    /32768 pieces of calls/,
  ],
  [
    'texts that take turns',
    function* () {
      for (let n = 0; n < 40_000; n++) yield n % 2 ? { content: 'a ' } : { reasoning_content: 'b ' };
    },
    /1000 texts/,
  ],
];

test.for(TOO_MUCH)(
  'an answer of %s is stopped, and keeps nobody waiting',
  { timeout: 120_000 },
  async ([, pieces, words]) => {
    const chat = await talkWithPieces(pieces);
    const id = await chat.say('Hi');
    const longest = longestWait();
    const ended = await chat.until(id, 'failed', 'idle');
    expect(ended.note).toMatch(words);
    expect(longest()).toBeLessThan(3000);
  },
);

test('an answer of 3 MB of short lines is kept whole, and keeps nobody waiting', {
  timeout: 60_000,
}, async () => {
  const content = 'abcdefghij\n'.repeat(280_000);
  const chat = await talkWithPieces(() => [{ content }]);
  const id = await chat.say('Hi');
  const longest = longestWait();
  await chat.until(id, 'failed', 'idle');
  const shown = chat.events.flatMap((event) => (event.name === 'assistant.delta' ? [event.data.text] : []));
  expect(shown.join('').length).toBe(content.length);
  expect(longest()).toBeLessThan(3000);
});

/** A service that answers a turn well, and the title of the conversation with this. */
async function talkWithTitle(title: (response: ServerResponse) => void) {
  const { origin } = await serveLocally((request, response) => {
    void readAll(request).then((body) => {
      if (body.includes('Write a title')) return title(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunk({ content: 'Hello' }, 'stop')}data: [DONE]\n\n`);
    });
  });
  return createAssistantHost({ url: `${origin}/v1`, model: 'm', retries: 0 });
}

const chunk = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

function send(response: ServerResponse, type: string, pieces: Iterable<string>): void {
  response.writeHead(200, { 'content-type': type });
  Readable.from(pieces)
    .on('error', () => {})
    .pipe(response);
}

const manyCalls = function* () {
  const call = JSON.stringify({ id: 'c', type: 'function', function: { name: 'x', arguments: '{}' } });
  yield `{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"A title","tool_calls":[${call}`;
  // An empty line ends an event of a stream; here it says nothing.
  for (let n = 0; n < 40_000; n++) yield `${n % 1000 ? ',' : '\n\n,'}${call}`;
  yield ']}}]}';
};

const LONG_TITLES: [string, (response: ServerResponse) => void][] = [
  ['answer that comes at once, with thousands of calls', (at) => send(at, 'application/json', manyCalls())],
  ['answer like that which says it is a stream', (at) => send(at, 'text/event-stream', manyCalls())],
  [
    'stream of megabytes',
    (at) => send(at, 'text/event-stream', [chunk({ content: 'title '.repeat(500_000) }, 'stop')]),
  ],
  [
    'stream of calls',
    (at) =>
      send(at, 'text/event-stream', [chunk({ content: 'A title' }), chunk(callPiece('c', '{}'), 'stop')]),
  ],
];

test.for(LONG_TITLES)(
  'a title by %s is none, and keeps nobody waiting',
  { timeout: 120_000 },
  async ([, title]) => {
    let isAnswered = false;
    const chat = await talkWithTitle((response) => {
      response.on('close', () => (isAnswered = true));
      title(response);
    });
    const longest = longestWait();
    const id = await chat.say('Hi there');
    await chat.until(id, 'idle');
    await until('the end of the title', () => isAnswered, 60_000);
    // What is done with it comes after that.
    await chat.assistant.stop(id, 'person');
    expect(chat.assistant.show(id).title).toBe('Hi there');
    expect(longest()).toBeLessThan(3000);
  },
);

test('a list of models has an end', async () => {
  const list = (count: number) =>
    JSON.stringify({ data: Array.from({ length: count }, () => ({ id: 'a' })) });
  let count = 2000;
  const { origin } = await serveLocally((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(list(count));
  });
  const { assistant } = await createAssistantHost({ url: `${origin}/v1` });
  expect(await assistant.models()).toHaveLength(1000);
  count = 500_000;
  await expect(assistant.models()).rejects.toThrow('is longer than 4 MB');
});

test('an answer with hundreds of calls keeps nobody else waiting', { timeout: 60_000 }, async () => {
  const chat = await talkWith(reads(1000));
  const longest = longestWait();
  const id = await chat.say('Look everywhere');
  const done = await chat.until(id, 'idle');
  expect(done.calls.map(({ state }) => state)).toEqual(Array(1000).fill('completed'));
  expect(longest()).toBeLessThan(3000);
});

test('of an answer with thousands of calls nothing runs', { timeout: 60_000 }, async () => {
  const chat = await talkWith(reads(1001));
  const failed = await chat.until(await chat.say('Look everywhere'), 'failed');
  expect(failed.note).toContain('Its answer has more than 1000 calls');
  expect(failed.calls).toEqual([]);
});

/** As the host makes it, with a secret that it knows. */
function redactionThat(sees: (text: string) => void = () => {}) {
  const redactor = createRedactor({ known: ['secret'] });
  const text = (one: string) => {
    sees(one);
    return redactor(one);
  };
  return { stream: () => redactor.stream(), text };
}

test('a line without end is read a few times over, not with each word, and shown to its end', () => {
  const read: number[] = [];
  const shown = createShownText(redactionThat((text) => read.push(text.length)));
  const words = Array.from({ length: 20_000 }, (_, at) => (at % 100 === 0 ? 'secret ' : `word${at} `));
  const said = [...words.map((word) => shown.push(word)), shown.end()].join('');
  const whole = words.join('');
  expect(said).toBe(whole.replaceAll('secret', '[REDACTED]'));
  expect(shown.text).toBe(said);
  expect(read.reduce((sum, length) => sum + length, 0)).toBeLessThan(whole.length * 15);
});

test('a line of usual length is shown word by word', () => {
  const shown = createShownText(redactionThat());
  expect(['One', ' two', ' three\n', 'four '].map((piece) => shown.push(piece))).toEqual([
    '',
    'One ',
    'two three\n',
    'four ',
  ]);
});
