import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../src/core/call/call.ts';
import { findSandbox } from '../../src/engines/sandbox/find-sandbox.ts';
import { createTestHost } from '../support/host.ts';
import { callAsAllowed, codeOf } from '../support/repository.ts';
import { type Attack, discard, prepare, runBare, watchEffect } from './attack.ts';
import { exhaust } from './exhaust.ts';
import { foundByStrangers } from './found-by-strangers.ts';
import { linkedNames } from './linked-names.ts';
import { namedByGit } from './named-by-git.ts';
import { persistence } from './persistence.ts';
import { reachOut } from './reach-out.ts';
import { secrets } from './secrets.ts';
import { unaskedChanges } from './unasked-changes.ts';

const hasSandbox = await findSandbox();
if (!hasSandbox && process.env.CI === 'true') throw new Error('bubblewrap does not work here');

const roots: string[] = [];
afterEach(() => roots.splice(0).forEach(discard));

/** Whether the attack works through the gate, unasked or with a person who says yes to everything. */
async function runGated(attack: Attack, settings: Record<string, unknown> = {}): Promise<boolean> {
  const root = prepare(attack);
  roots.push(root);
  const host = createTestHost(settings, { root });
  const hasHappened = watchEffect(attack, root);
  const call = attack.evenApproved ? callAsAllowed(host) : host.call;
  return hasHappened(printedBy(await call('shell_execute', { command: attack.command })));
}

const printedBy = (answer: Answer): string => {
  if (answer.kind !== 'result') return '';
  const data = answer.ok ? answer.data : (answer.error.data ?? {});
  return `${String(data.stdout ?? '')}\n${String(data.stderr ?? '')}`;
};

describe.each([
  ['what runs unasked changes nothing', unaskedChanges],
  ['what decides what runs later stays as it is', persistence],
  ['what git is told to run stays as it is', namedByGit],
  ['what a protected name leads to stays as it is', linkedNames],
  ['nothing leads out', reachOut],
  ['secrets are not there', secrets],
  ['what strangers found stays closed', foundByStrangers],
] as const)('%s', (_, attacks) => {
  test.each(attacks.map((attack) => [attack.name, attack] as const))('%s', async (_name, attack) => {
    expect(runBare(attack), 'it works when nothing stops it').toBe(true);
    // Without a sandbox, a yes is a yes to all of it.
    if (hasSandbox || !attack.evenApproved)
      expect(await runGated(attack), 'it works in the sandbox').toBe(false);
    if (!attack.evenApproved)
      expect(await runGated(attack, { sandbox: 'off' }), 'it works without a sandbox').toBe(false);
  });
});

test('a file tool does not write where the configuration says that hooks are', async () => {
  const command = 'git config core.hooksPath tools/checks';
  const root = prepare({ name: '', goal: 'persist', command, setup: `${command}; mkdir -p tools/checks` });
  roots.push(root);
  const call = callAsAllowed(createTestHost({}, { root }));
  const file = { path: join(root, 'tools/checks/pre-commit'), content: '#!/bin/sh\n' };
  expect(codeOf(await call('write_file', file))).toBe('PROTECTED_PATH');
  const beside = { path: join(root, 'tools/notes.md'), content: 'x\n' };
  expect(await call('write_file', beside)).toMatchObject({ ok: true });
});

test('a pipe in the place of a file does not make the host wait', async () => {
  const command = 'mkdir -p sub/.git other && mkfifo sub/.git/config other/.git .envrc';
  const root = prepare({ name: '', goal: 'exhaust', command });
  roots.push(root);
  const host = createTestHost({}, { root });
  await callAsAllowed(host)('shell_execute', { command });
  expect(printedBy(await host.call('shell_execute', { command: 'cat README.md' }))).toContain('A project');
});

test.skipIf(!hasSandbox).each(exhaust.map((attack) => [attack.name, attack] as const))(
  '%s is ended before it fills the machine',
  async (_name, attack) => {
    const root = prepare(attack);
    roots.push(root);
    const answer = await createTestHost({}, { root }).call('shell_execute', { command: attack.command });
    expect(answer).toMatchObject({ error: { code: 'TOO_LARGE', message: expect.stringContaining('limit') } });
    expect(printedBy(answer)).not.toContain('reached-the-end');
  },
  60_000,
);

test.skipIf(!hasSandbox)('unasked commands of one agent have their processes together', async () => {
  const root = prepare({ name: '', goal: 'exhaust', command: '' });
  roots.push(root);
  const { call } = createTestHost({}, { root });
  const crowd = 'for i in $(seq 120); do sleep 6 & done; sleep 4; echo reached-the-end';
  const small = call('shell_execute', { command: 'sleep 4; cat README.md' });
  const crowds = await Promise.all([1, 2, 3].map(() => call('shell_execute', { command: crowd })));
  const ended = crowds.filter((answer) => !printedBy(answer).includes('reached-the-end'));
  expect(ended[0]).toMatchObject({
    error: { code: 'TOO_LARGE', message: expect.stringMatching(/of this agent .* 256 is the limit/) },
  });
  expect(printedBy(await small), 'a small one goes on').toContain('A project');
});

test.skipIf(!hasSandbox)(
  'everybody else goes before an unasked command, an allowed one waits for nobody',
  async () => {
    const root = prepare({ name: '', goal: 'exhaust', command: '' });
    roots.push(root);
    const host = createTestHost({}, { root });
    const unasked = await host.call('shell_execute', { command: 'nice; nice -n -5 nice; setsid -w nice' });
    expect(printedBy(unasked)).toMatch(/^5\n5\n5\n/);
    const allowed = await callAsAllowed(host)('shell_execute', { command: 'nice > seen; cat seen' });
    expect(printedBy(allowed)).toMatch(/^0\s*$/);
  },
);

test.skipIf(!hasSandbox || availableParallelism() === 1)(
  'an unasked command leaves one processor to others, and cannot take it back',
  async () => {
    const command = 'python3 take.py';
    const take = `import os
os.sched_setaffinity(0, range(os.cpu_count()))
print(len(os.sched_getaffinity(0)))
`;
    const root = prepare({ name: '', goal: 'exhaust', command, files: { 'take.py': take } });
    roots.push(root);
    const host = createTestHost({}, { root });
    const unasked = await host.call('shell_execute', { command });
    expect(Number(printedBy(unasked))).toBe(availableParallelism() - 1);
    const allowed = await callAsAllowed(host)('shell_execute', {
      ...{ command, access: ['write'], reason: 'a test' },
    });
    expect(Number(printedBy(allowed))).toBe(availableParallelism());
  },
);

test
  .skipIf(!hasSandbox)
  .each([
    'head -c 300M /dev/zero > /dev/shm/x',
    'head -c 300M /dev/zero > /var/tmp/x',
    'head -c 300M /dev/zero > ~/x',
    'echo x > /x',
    'echo x > /dev/x',
  ])('%s does not fill the memory of the machine', async (command) => {
  const root = prepare({ name: '', goal: 'exhaust', command });
  roots.push(root);
  const host = createTestHost({}, { root });
  const answer = await host.call('shell_execute', { command: `${command} && echo reached-the-end` });
  expect(printedBy(answer)).not.toContain('reached-the-end');
});

test.each([
  ['ls', /README\.md/],
  ['cat README.md', /A project/],
])('%s runs unasked and answers right, with a sandbox or without', answersRight);

test.skipIf(!hasSandbox).each([
  ['git status', /clean/],
  ['grep -rn project .', /README\.md:1/],
  ["node -p 'process.versions.node'", /\d+\.\d+/],
  ['python3 -c "print(6 * 7)"', /42/],
  ['./unheard-of README.md', /# A project/],
])('%s runs unasked and answers right', answersRight);

async function answersRight(command: string, expected: RegExp): Promise<void> {
  const files = { 'unheard-of': '#!/bin/sh\ncat "$1"\n' };
  const root = prepare({
    name: '',
    goal: 'execute',
    command,
    files,
    setup: 'chmod +x unheard-of; git -c user.name=t -c user.email=t@t commit -qam x',
  });
  roots.push(root);
  const answer = await createTestHost({}, { root }).call('shell_execute', { command });
  expect(printedBy(answer)).toMatch(expected);
}
