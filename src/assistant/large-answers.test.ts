import { expect, test } from 'vitest';
import { createAssistantHost } from '../../test/support/assistant-host.ts';
import { type ScriptedCall, serveModel } from '../../test/support/model-server.ts';
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

test('an answer with hundreds of calls keeps nobody else waiting', { timeout: 60_000 }, async () => {
  const chat = await talkWith(reads(1000));
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  const id = await chat.say('Look everywhere');
  const done = await chat.until(id, 'idle');
  clearInterval(beat);
  expect(done.calls.map(({ state }) => state)).toEqual(Array(1000).fill('completed'));
  expect(longest).toBeLessThan(3000);
});

test('of an answer with thousands of calls nothing runs', { timeout: 60_000 }, async () => {
  const chat = await talkWith(reads(1001));
  const failed = await chat.until(await chat.say('Look everywhere'), 'failed');
  expect(failed.note).toContain('Its answer has more than 1000 calls');
  expect(failed.calls).toEqual([]);
});

test('a line without end is read a few times over, not with each word, and shown to its end', () => {
  const read: number[] = [];
  const shown = createShownText((text) => {
    read.push(text.length);
    return text.replaceAll('secret', '***');
  });
  const words = Array.from({ length: 20_000 }, (_, at) => (at % 100 === 0 ? 'secret ' : `word${at} `));
  const said = [...words.map((word) => shown.push(word)), shown.end()].join('');
  const whole = words.join('');
  expect(said).toBe(whole.replaceAll('secret', '***'));
  expect(read.reduce((sum, length) => sum + length, 0)).toBeLessThan(whole.length * 15);
});

test('a line of usual length is shown word by word', () => {
  const shown = createShownText((text) => text);
  expect(['One', ' two', ' three\n', 'four '].map((piece) => shown.push(piece))).toEqual([
    '',
    'One ',
    'two three\n',
    'four ',
  ]);
});
