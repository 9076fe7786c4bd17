import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bash, createHooked } from '../support/hooked-host.ts';
import { createTestHost, dataOf, type TestHost } from '../support/host.ts';
import { codeOf, createRepository } from '../support/repository.ts';

// Every agent waits while one line is judged, and every agent may have any line judged.
const MOST_CPU_MS = 1000;

/** Of this thread: others keep the machine busy while tests run. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Different words. */
const words = (start: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => start + i.toString(36));

const LINES: Readonly<Record<string, (hash: string) => string>> = {
  'one hash many times': (hash) => `git show ${`${hash} `.repeat(1500)}`,
  'many hashes': () => `git show ${words('abcd', 1500).join(' ')}`,
  'many looks at the last commit': () => 'git diff;'.repeat(6000),
  'looks at many repositories': () =>
    words('a', 3000)
      .map((name) => `git -C ${name} diff`)
      .join(';'),
  'a loop over one word': () => `for i in ${'a '.repeat(30_000)};do cat $i;done`,
  'a loop over many words': () => `for i in ${words('a', 10_000).join(' ')};do cat $i;done`,
  'words for a script': () => `npm run ${'build -- '.repeat(6600)}`,
  assignments: () => `${'a=b '.repeat(15_000)}ls`,
  'many files': () => `cat ${words('a/', 9000).join(' ')}`,
  'many files from many directories': () =>
    `${words('cd a', 240).join(';')};cat ${words('b', 240).join(' ')}`,
  'files that may be anywhere': () => `${words('cd a', 1000).join('||')}||cat ${words('b', 1000).join(' ')}`,
  'many commands of find': () => `find . ${'-exec ls {} \\; '.repeat(3700)}`,
  'one word of stars': () => `cat ${'*'.repeat(60_000)}`,
  'many words of stars': () => `x='${'*'.repeat(30_000)}'\n${'cat $x$x\n'.repeat(300)}`,
  'line ends that are printed': () => `cat $(printf "${'\n'.repeat(60_000)}a")`,
  'many files that are read from': () => `${words('<a', 8000).join(' ')} cat`,
};

/** Each of them alone is a wildcard, a quote or a bracket somewhere. */
const LONG_WORDS = ['*', '?', '[', 'a*', '*/', '/..', '*a', '[a', "$'\\n'", '\\*', '.', '~', '{a,'].map(
  (part) => part.repeat(65_000 / part.length),
);

/** What judging it, and asking or answering, takes of the host's one thread. */
async function costOf({ call }: TestHost, tool: string, args: unknown): Promise<number> {
  const start = cpuMs();
  await call(tool, args);
  return cpuMs() - start;
}

test.each(['auto', 'off'])(
  'no line keeps the host from others for long (sandbox %s)',
  { timeout: 120_000 },
  async (sandbox) => {
    const made = createTestHost({ sandbox });
    const repository = createRepository(made.root);
    const files = { 'package.json': '{"scripts":{"build":"touch out.txt"}}', 'a.ts': '1\n' };
    const hash = repository.commit('one', files).slice(0, 7);
    // Loads what judges.
    await made.call('explain_call', { tool: 'shell_execute', args: { command: 'ls' } });
    for (const [name, line] of Object.entries(LINES)) {
      const args = { tool: 'shell_execute', args: { command: line(hash) } };
      const start = performance.now();
      expect(await costOf(made, 'explain_call', args), name).toBeLessThan(MOST_CPU_MS);
      // Programs that it starts are not counted above.
      expect(performance.now() - start, name).toBeLessThan(10_000);
    }
  },
);

test('no list of words keeps the host from others for long', { timeout: 60_000 }, async () => {
  const made = createTestHost();
  await made.call('run_command', { argv: ['true'] });
  for (const argv of [
    ['cat', ...words('a/', 100_000)],
    ['git', 'show', ...words('abcd', 100_000)],
    ['find', '.', ...Array.from({ length: 30_000 }, () => ['-exec', 'ls', '{}', ';']).flat()],
  ])
    expect(await costOf(made, 'run_command', { argv }), argv[0]).toBeLessThan(MOST_CPU_MS);
});

test('what is too long to judge is asked about, and what people write is not', async () => {
  const { call, root } = createTestHost();
  writeFileSync(join(root, 'a.ts'), '1\n');
  const explained = async (command: string) =>
    dataOf(await call('explain_call', { tool: 'shell_execute', args: { command } }));
  expect(await explained(LINES['a loop over one word']?.('') ?? '')).toMatchObject({
    risk: 'CRITICAL',
    decision: 'ask',
    reasons: expect.arrayContaining(['It is too long to judge']),
  });
  const files = words('src/some/where/file-', 1500).join(' ');
  for (const command of [
    `wc -l ${files}`,
    `for f in ${words('f', 200).join(' ')}; do cat $f; done`,
    `cat <<'EOF'\n${'A line of a text that is longer than most.\n'.repeat(1200)}EOF`,
    'ls; '.repeat(300),
    'git diff; git diff --cached; git status; git log -3',
  ])
    expect((await explained(command)).risk, command.slice(0, 40)).not.toBe('CRITICAL');
});

test('a long script in which everything changed since it was approved does not keep others waiting', async () => {
  const host = createTestHost();
  const script = join(host.root, 'x.sh');
  const ask = () =>
    host.call('shell_execute', { command: 'bash x.sh', access: ['write'], reason: 'it writes' });
  writeFileSync(script, '#\n'.repeat(20_000));
  expect(codeOf(await ask())).toBe('APPROVAL_PENDING');
  const [first] = host.host.approvals.list('pending');
  const yes = { verdict: 'approve', scope: 'once', by: 'test', via: 'terminal' } as const;
  host.host.approvals.decide(first?.id ?? '', yes);
  expect(await ask()).toMatchObject({ ok: true });
  writeFileSync(script, ':\n'.repeat(20_000));
  const before = performance.now();
  expect(codeOf(await ask())).toBe('APPROVAL_PENDING');
  expect(performance.now() - before).toBeLessThan(5000);
  const card = host.host.approvals.list('pending').at(-1)?.card;
  expect(card?.details?.join('\n')).toMatch(/changed too much since it was last approved.*\n {2}:/);
});

test('nor does a long word of an agent with a shell of its own', { timeout: 120_000 }, async () => {
  const { decided } = createHooked({ limits: { executionsPerMinute: 10_000 } });
  await decided(...bash('ls'));
  for (const word of LONG_WORDS)
    for (const program of ['cat', 'grep x', 'ls', 'find']) {
      const start = cpuMs();
      await decided(...bash(`${program} ${word}`));
      expect(cpuMs() - start, `${program} ${word.slice(0, 10)}`).toBeLessThan(2 * MOST_CPU_MS);
    }
});
