import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { socketPath } from '../../src/core/path/socket-path.ts';
import { VERSION } from '../../src/core/process/version.ts';
import { startLineClient } from '../support/line-client.ts';
import { temporaryDirectory } from '../support/program.ts';

const COUNT = 60_000;

const subscribe = (id: number): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'resources/subscribe', params: { uri: `file:///x/${id}` } });

test('a connection that comes back with very much left open holds nobody else up', async () => {
  const [dataDir, root] = [temporaryDirectory(), temporaryDirectory()];
  writeFileSync(join(root, 'hello.txt'), 'hello\n');
  const other = startLineClient(['stdio', '--data-dir', dataDir, '--root', root]);
  await other.initialize('2025-11-25');
  const read = () => other.call('read_file', { path: join(root, 'hello.txt') });
  await read();
  const lines = (from: number) => Array.from({ length: COUNT }, (_, at) => subscribe(from + at));
  const resume = { handshake: lines(COUNT), pending: lines(3 * COUNT) };
  const hello = { version: VERSION, kind: 'agent', connectionId: 'back-again', cwd: root, resume };
  const socket = connect(socketPath(dataDir));
  onTestFinished(() => void socket.destroy());
  let answered = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answered += text;
  });
  socket.write(`${JSON.stringify({ toolgate: hello })}\n`);
  await once(socket, 'data');
  const startedAt = performance.now();
  await read();
  expect(performance.now() - startedAt).toBeLessThan(2000);
  await expect.poll(() => answered.split('\n').length, { timeout: 60_000 }).toBe(COUNT + 2);
  expect(answered).toContain('More than 10000 requests of this connection wait for their answers');
}, 120_000);
