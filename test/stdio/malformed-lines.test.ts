import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/program.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

const PING = '{"jsonrpc":"2.0","id":"own","method":"ping"}';
const PONG = { jsonrpc: '2.0', id: 'own', result: {} };
const MIB = 1_048_576;

const refusal = (code: number, words: string | RegExp) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message: expect.stringMatching(words) },
});

// `answersTo` sends a valid request behind the line and waits for its answer: each case shows that, too.
describe.each(WAYS)('lines that are no message, %s', (way) => {
  test('what is not JSON, not UTF-8 or no object is answered as such', async () => {
    const client = startStdio(way);
    await client.initialize();
    for (const line of [
      'garbage{',
      '{',
      '"',
      '{"jsonrpc":"2.0"',
      `${PING}${PING}`,
      PING.replace('own', '\u0000'),
    ])
      expect(await client.answersTo(line), line).toEqual([refusal(-32700, /^Parse error: /)]);
    for (const bytes of [
      [0xff, 0xff],
      [0xc3, 0x28],
      [0xed, 0xa0],
      [0xf5, 0x80],
    ]) {
      const line = Buffer.from(PING.replace('own', '??'));
      line.set(bytes, line.indexOf('??'));
      expect(await client.answersTo(line)).toEqual([refusal(-32700, 'not valid UTF-8')]);
    }
    for (const line of ['5', 'null', 'true', '"text"', '0.1'])
      expect(await client.answersTo(line), line).toEqual([refusal(-32600, 'a message is an object')]);
  });

  test('deep nesting is refused before anything walks through it', async () => {
    const client = startStdio(way);
    const depth = 100_000;
    const nested = `{"jsonrpc":"2.0","id":"own","method":"ping","params":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
    const refused = { ...refusal(-32700, 'nested deeper than'), id: 'own' };
    expect(await client.answersTo(nested)).toEqual([refused]);
    for (const line of ['['.repeat(depth), '['.repeat(depth) + ']'.repeat(depth)])
      expect(await client.answersTo(line)).toEqual([refusal(-32700, 'nested deeper than')]);
    const brackets = `{"jsonrpc":"2.0","id":"own","method":"ping","params":{"text":"\\"${'['.repeat(depth)}"}}`;
    expect(await client.answersTo(brackets)).toEqual([PONG]);
  });

  test('a line that is too long is dropped and answered, a long one is served', async () => {
    const config = join(temporaryDirectory(), 'config.json');
    writeFileSync(config, JSON.stringify({ limits: { lineBytes: 8 * MIB } }));
    const client = startStdio(way, { args: ['--config', config] });
    const padded = (bytes: number) => PING.replace('}', `,"params":{"text":"${'x'.repeat(bytes)}"}}`);
    const tooLong = { ...refusal(-32600, 'at most 8388608 bytes'), id: 'own' };
    expect(await client.answersTo(padded(10 * MIB))).toEqual([tooLong]);
    expect(await client.answersTo(padded(7 * MIB))).toEqual([PONG]);
    expect(await client.answersTo(padded(10 * MIB), PING)).toEqual([tooLong, PONG]);
    expect(await client.answersTo(padded(10 * MIB).replace('"id":"own",', ''))).toEqual([
      refusal(-32600, 'at most 8388608 bytes'),
    ]);
  });

  test('empty lines are passed over, and lines may end with CR LF', async () => {
    const client = startStdio(way);
    expect(await client.answersTo('', '\r', ' ', '\t', '', `${PING}\r`, '\r')).toEqual([PONG]);
  });

  test('a message may come in pieces and several in one', async () => {
    const client = startStdio(way);
    await client.initialize();
    const call = { name: 'greet', arguments: { name: 'Grüße 🌍' } };
    const line = Buffer.from(
      JSON.stringify({ jsonrpc: '2.0', id: 'own', method: 'tools/call', params: call }),
    );
    for (const byte of line) client.child.stdin?.write(Buffer.from([byte]));
    client.send('');
    expect((await client.answer('own')).result).toEqual({
      content: [{ type: 'text', text: 'Hello, Grüße 🌍!' }],
    });
    const three = ['a', 'b', 'c'].map((id) => PING.replace('own', id)).join('\n');
    expect((await client.answersTo(three)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
});
