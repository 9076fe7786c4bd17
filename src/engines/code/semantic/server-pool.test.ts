import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, temporaryDirectory, until } from '../../../../test/support/program.ts';
import { inSandbox } from '../../../../test/support/sandbox-place.ts';
import { runProcess } from '../../process/child/run-process.ts';
import { allowedPart } from '../../sandbox/machine/session-tmp.ts';
import { createServerPool, type PoolParts } from './server-pool.ts';

/** A server in a few lines: it says hello and then does what `body` says with each message. */
const server = (body: string, first = ''): string => `
  const startedAt = Date.now();
  let text = '';
  const send = (message) => { const json = JSON.stringify({ jsonrpc: '2.0', ...message });
    process.stdout.write('Content-Length: ' + Buffer.byteLength(json) + '\\r\\n\\r\\n' + json); };
  const onMessage = (message) => { ${first}
    if (message.method === 'initialize') return send({ id: message.id, result: { capabilities: {} } });
    ${body} };
  process.stdin.on('data', (chunk) => { text += chunk;
    for (;;) { const found = /Content-Length: (\\d+)\\r\\n\\r\\n/.exec(text); if (!found) return;
      const start = found.index + found[0].length; const end = start + Number(found[1]); if (text.length < end) return;
      const message = JSON.parse(text.slice(start, end)); text = text.slice(end); onMessage(message); } });
`;

function makePool(body: string, more: Partial<PoolParts> = {}, first = '') {
  const root = temporaryDirectory();
  const script = join(root, 'server.cjs');
  writeFileSync(script, server(body, first));
  const kind = {
    name: 'fake',
    languages: ['fake'],
    argv: () => [process.execPath, script] as const,
    runsProjectCode: false,
  };
  const place = { hidden: [], readOnly: [], home: root };
  const parts = {
    place,
    installation: 'test',
    isOn: true,
    maxBytes: 2 ** 40,
    idleMs: 60_000,
    kinds: [kind],
    ...more,
  };
  const pool = createServerPool(parts);
  onTestFinished(() => pool.close());
  const ask = (signal = new AbortController().signal) =>
    pool.with({ language: 'fake', root, signal }, ({ connection }) =>
      connection.request('question', {}, signal),
    );
  // In its sandbox a process has another number; the file it reads tells it apart from all others.
  const isRunning = (): boolean =>
    runningPids().some((pid) => isAlive(pid) && commandOf(pid).includes(script));
  return { ask, pool, isRunning, root };
}

const runningPids = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

test('a server is started once, answers, and is gone when the pool closes', async () => {
  const { ask, pool, isRunning } = makePool(
    "if (message.method === 'question') send({ id: message.id, result: process.pid });",
  );
  const [first, second] = [await ask(), await ask()];
  expect(first).toBe(second);
  expect(isRunning()).toBe(true);
  await pool.close();
  expect(isRunning()).toBe(false);
});

test('a question to a server that hangs ends with the signal, and the server is told', async () => {
  const { ask } = makePool(
    "if (message.method === 'question' && !globalThis.asked) { globalThis.asked = true; return; }" +
      "if (message.method === '$/cancelRequest') globalThis.cancelled = true;" +
      "if (message.method === 'question') send({ id: message.id, result: globalThis.cancelled });",
  );
  await expect(ask(AbortSignal.timeout(1500))).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(await ask()).toBe(true);
});

test('a server that crashes is started again, but not for ever', async () => {
  const { ask } = makePool("if (message.method === 'question') process.exit(3);");
  for (let round = 0; round < 3; round++) await expect(ask()).rejects.toThrow('ended with 3');
  expect(await ask()).toBeUndefined();
});

test('a server that takes too much memory is ended', async () => {
  const { ask, isRunning } = makePool(
    "if (message.method === 'question') globalThis.held = Buffer.alloc(3e8, 1);",
    {
      maxBytes: 200_000_000,
    },
  );
  await expect(ask()).rejects.toThrow('ended with');
  await until('the end of the server', () => !isRunning());
});

inSandbox('a server that starts more processes than an unasked command may is ended', async () => {
  const { ask, isRunning } = makePool(
    "if (message.method === 'question') { send({ id: message.id, result: 1 });" +
      "for (let i = 0; i < 300; i++) require('node:child_process').spawn('sleep', ['30']); }",
  );
  expect(await ask()).toBe(1);
  await until('the end of the server', () => !isRunning(), 15_000);
});

inSandbox(
  'a server that sees a secret being saved is ended at once, and so is a command beside it',
  async () => {
    const { ask, isRunning, root } = makePool(
      "if (message.method === 'question') send({ id: message.id, result: 1 });",
    );
    const tmp = join(temporaryDirectory(), 'tmp');
    for (const path of [tmp, allowedPart(tmp)]) mkdirSync(path, { recursive: true });
    const saidBy = (script: string) =>
      runProcess({
        argv: ['bash', '--norc', '--noprofile', '-c', script],
        cwd: root,
        sandbox: 'closed',
        reach: { roots: [root], access: [], hidden: [], readOnly: [], home: root, tmp },
      }).then(
        ({ stdout }) => stdout.text,
        (error: Error) => error.message,
      );
    // More often than a server may crash: it is not its fault.
    for (const name of ['.env', '.env.local', '.env.test', '.env.production']) {
      expect(await ask()).toBe(1);
      writeFileSync(join(root, name), 'SECRET=kq7planted');
      // It covers the file itself, and may watch what the server opens.
      expect(await saidBy('sleep 3; echo done')).toContain('A secret was saved while the command ran');
      await until('the end of the server', () => !isRunning());
    }
    expect(await ask()).toBe(1);
    expect(await saidBy('echo done')).toBe('done\n');
    expect(isRunning()).toBe(true);
  },
);

test('a server nobody asks ends by itself', async () => {
  const { ask, isRunning } = makePool(
    "if (message.method === 'question') send({ id: message.id, result: 1 });",
    { idleMs: 50 },
  );
  expect(await ask()).toBe(1);
  await until('the end of the server', () => !isRunning());
});

test('a server that never says hello, and one that is not there, are no hang', async () => {
  const { pool } = makePool('', {
    kinds: [{ name: 'mute', languages: ['fake'], argv: () => ['sleep', '61.25'], runsProjectCode: false }],
  });
  const root = temporaryDirectory();
  const ask = (language: string) =>
    pool.with({ language, root, signal: AbortSignal.timeout(1500) }, async () => 1);
  // Both wait for the same start, and no longer than they want to.
  const both = await Promise.allSettled([ask('fake'), ask('fake')]);
  expect(both).toMatchObject([{ reason: { name: 'TimeoutError' } }, { reason: { name: 'TimeoutError' } }]);
  expect(await ask('other')).toBeUndefined();
  const isSleeping = () => runningPids().some((pid) => isAlive(pid) && commandOf(pid).includes('61.25'));
  expect(isSleeping()).toBe(true);
  await pool.close();
  await until('the end of what never said hello', () => !isSleeping());
});

test('a server that starts slowly is there for the next question', async () => {
  const { ask } = makePool(
    "if (message.method === 'question') send({ id: message.id, result: 1 });",
    {},
    'if (Date.now() - startedAt < 2500) return void setTimeout(() => onMessage(message), 500);',
  );
  await expect(ask(AbortSignal.timeout(1000))).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(await ask()).toBe(1);
});
