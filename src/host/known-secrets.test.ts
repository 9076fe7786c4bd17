import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../test/support/host.ts';
import { writeFiles } from '../../test/support/write-files.ts';
import { linkPath } from '../core/approval/approval-link.ts';

/** What an agent reads in a file with this text; in hex, only the value itself gives it away. */
const read = async ({ root, call }: ReturnType<typeof createTestHost>, text: string): Promise<unknown> => {
  writeFiles(root, { 'notes.txt': `seen: ${text}\n` });
  return dataOf(await call('read_file', { path: join(root, 'notes.txt') })).content;
};

const MASKED = 'seen: [REDACTED]\n';

test('a bearer token is masked from the moment it is made, in other spellings too', async () => {
  const agent = createTestHost();
  const { secret } = agent.host.tokens.create({ name: 'ci', scopes: ['tools:call'] });
  expect(await read(agent, Buffer.from(secret).toString('hex'))).toBe(MASKED);
  const unknown = Buffer.from(`tg_${'x'.repeat(43)}`).toString('hex');
  expect(await read(agent, unknown)).toBe(`seen: ${unknown}\n`);
});

test('the key that signs links and states is masked', async () => {
  const agent = createTestHost();
  expect(await read(agent, agent.host.stateKey.toString('hex'))).toBe(MASKED);
});

test('a link by which an approval is answered is masked', async () => {
  const agent = createTestHost();
  const link = linkPath(agent.host.stateKey, '0193-approval');
  expect(await read(agent, `http://127.0.0.1:4141${link}`)).toBe(
    'seen: http://127.0.0.1:4141/approve/[REDACTED]\n',
  );
});

test('a token made by an earlier host is masked once its agent has shown it', async () => {
  const agent = createTestHost();
  const { secret } = agent.host.tokens.create({ name: 'ci', scopes: ['tools:call'] });
  const seen: string[] = [];
  agent.host.tokens.onSecret((one) => seen.push(one));
  agent.host.tokens.verify(secret);
  agent.host.tokens.verify(secret);
  agent.host.tokens.verify('tg_unknown');
  expect(seen).toEqual([secret]);
});
