import { expect, test } from 'vitest';
import { createTestHost, type TestHost } from '../../../test/support/host.ts';
import { callerWith } from '../agent.ts';
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
  expect(await statesIn(test)).toEqual(['executing']);
  await test.call('write_file', write);
  expect(await statesIn(test)).toEqual(['completed', 'completed']);
  await test.call('write_file', { ...write, content: 'b' });
  decide(test, 'deny');
  expect(await statesIn(test)).toEqual(['denied', 'completed', 'completed']);
});
