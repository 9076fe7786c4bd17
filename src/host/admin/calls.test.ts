import { expect, test } from 'vitest';
import { createTestHost, type TestHost } from '../../../test/support/host.ts';
import { look } from '../../../test/support/look.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { callerWith } from '../agent.ts';
import { ownTools } from '../own-tools.ts';
import { listCalls } from './calls.ts';

const PERSON = { by: 'person', via: 'terminal' } as const;

const statesIn = async ({ host, root }: TestHost): Promise<string[]> => {
  const caller = callerWith(host.config, 'cli', { cwd: root, env: {} });
  const listed = await listCalls.run(host, { limit: 50 }, { ...PERSON, caller });
  // Sound: what the act answers has the shape of its output.
  return (listed as { calls: { state: string }[] }).calls.map(({ state }) => state);
};

const decide = ({ host }: TestHost, verdict: 'approve' | 'deny') => {
  const [asked] = host.approvals.list('pending');
  host.approvals.decide(asked?.id ?? '', { verdict, scope: 'once', ...PERSON });
};

test('a call that asked is what the person and the repeated call made of it', async () => {
  const test = createTestHost();
  const write = { path: 'a.txt', content: 'a' };
  await test.call('write_file', write);
  expect(await statesIn(test)).toEqual(['pending_confirmation']);
  decide(test, 'approve');
  expect(await statesIn(test)).toEqual(['approved']);
  await test.call('write_file', write);
  expect(await statesIn(test)).toEqual(['completed', 'completed']);
  await test.call('write_file', { ...write, content: 'b' });
  decide(test, 'deny');
  expect(await statesIn(test)).toEqual(['denied', 'completed', 'completed']);
});

test('a call that a dead host left is cut off, and one that runs now is not', async () => {
  const dataDir = temporaryDirectory();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const slow = defineTool({
    ...look,
    name: 'slow',
    effects: ['write'],
    risk: 'SAFE',
    run: () => ended.then(() => ({})),
  });
  const own = ownTools(slow);
  const alive = createTestHost({ permissionLevel: 'full_access' }, { dataDir, own });
  const running = alive.call('slow');
  await expect.poll(() => statesIn(alive)).toEqual(['executing']);
  // As kill -9 leaves it: another host opens the same record.
  const next = createTestHost({ permissionLevel: 'full_access' }, { dataDir });
  expect(await statesIn(next)).toEqual(['cut_off']);
  end();
  await running;
});
