import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../main.ts');
const env = { PATH: process.env.PATH, MY_TOKEN: 'pässwört-zq81' };

async function run(args: string[], input: string | Buffer): Promise<Buffer> {
  const child = execFile(
    process.execPath,
    [PROGRAM, 'redact', ...args],
    { env, encoding: 'buffer' },
    () => {},
  );
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk) => output.push(Buffer.from(chunk)));
  child.stdin?.end(input);
  await once(child, 'close');
  return Buffer.concat(output);
}

test('each question is answered with its text, whole or fed in pieces', async () => {
  const questions = [
    { id: 1, text: 'password=Xk29fLqz! ok' },
    { id: 2, text: 'password=Xk29fLqz! ok', chunks: 'each' },
    { id: 3, text: 'password=Xk29fLqz! ok', chunks: [3, 12] },
    { id: 4, text: 'use pässwört-zq81 here' },
    { id: 5, text: 'nothing' },
    { id: 6 },
    { id: 7, text: 'abc', chunks: [1, 99, -1] },
    { id: 8, text: 'abc', chunks: [2, 1] },
    { id: 9, text: 'abc', chunks: ['1'] },
    { id: 10, text: 'abc', chunks: [0, 1, 1, 3] },
  ];
  const answers = await run(
    ['--jsonl'],
    questions.map((question) => `${JSON.stringify(question)}\n`).join(''),
  );
  expect(
    answers
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { id: 1, text: 'password=[REDACTED] ok', count: 1 },
    { id: 2, text: 'password=[REDACTED] ok', count: 1 },
    { id: 3, text: 'password=[REDACTED] ok', count: 1 },
    { id: 4, text: 'use [REDACTED] here', count: 1 },
    { id: 5, text: 'nothing', count: 0 },
    { id: 6, error: '"text" must be a string' },
    ...[7, 8, 9].map((id) => ({
      id,
      error: '"chunks" must be whole numbers from 0 to 3, in ascending order',
    })),
    { id: 10, text: 'abc', count: 0 },
  ]);
});

test('bytes that are no UTF-8 come out as they went in', async () => {
  const input = Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('pässwört-zq81 é\n')]);
  const expected = Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('[REDACTED] é\n')]);
  expect(await run([], input)).toEqual(expected);
});

test('a line is passed on before the next one comes', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'redact'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write('password=Xk29fLqz!\n');
  const [first] = await once(child.stdout, 'data');
  expect(String(first)).toBe('password=[REDACTED]\n');
  child.stdin.end('rest');
  expect(await readText(child.stdout)).toBe('rest');
});
