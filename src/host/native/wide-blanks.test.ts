import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHooked } from '../../../test/support/hooked-host.ts';
import { createTestHost } from '../../../test/support/host.ts';

const SECRET = 'hunter2-behind-a-blank';
const WIDE = ['\u00a0', '\u2003', '\u3000', '\u202f'];

/** A link for each blank, and the plain files that stand there for who parts the name. */
function fill(project: string): string {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, '.env'), `KEY=${SECRET}\n`);
  for (const name of ['c', 'd', 'list']) writeFileSync(join(project, name), 'plain\n');
  for (const blank of WIDE) symlinkSync('.env', join(project, `c${blank}d`));
  return project;
}

const LINES = WIDE.flatMap((blank) => [
  `x='c${blank}d'; cat $x`,
  `for i in 'c${blank}d'; do cat $i; done`,
  `cat c${blank}d`,
  `read x <<< 'c${blank}d'; cat $x`,
  `echo 'c${blank}d' | xargs cat`,
  `echo 'c${blank}d' | while read x; do cat $x; done`,
]);

const printed = (command: string, cwd: string): string =>
  spawnSync('bash', ['-c', command], { cwd, input: '', timeout: 20_000 }).stdout.toString();

const limits = { executionsPerMinute: 10_000, writesPerMinute: 10_000, externalPerMinute: 10_000 };

const EVERYDAY = ["echo 'はい　いいえ'", 'echo "10\u00a0000\u00a0km"', "grep -n 'a\u3000b' c", 'cat c d'];

test('a blank that is none to a shell parts no word of a line', async () => {
  const { ask, host, root } = createHooked({ limits });
  const project = fill(join(root, 'project'));
  const judge = async (command: string) => {
    const { decision } = await ask('Bash', { command }, { cwd: project, session: 'wide' });
    for (const { id } of host.approvals.list('pending'))
      host.approvals.decide(id, { verdict: 'deny', scope: 'once', by: 'tester', via: 'terminal' });
    return decision;
  };
  host.native.start({ kind: 'start', client: 'claude-code', session: 'wide', cwd: project });
  for (const command of LINES) {
    expect(printed(command, project), command).toContain(SECRET);
    expect(await judge(command), command).not.toBe('pass');
  }
  for (const command of EVERYDAY) expect(await judge(command), command).toBe('pass');
}, 60_000);

test('nor where our own tools run it without a sandbox', async () => {
  const root = fill(createTestHost().root);
  const { call } = createTestHost({ sandbox: 'off', limits }, { root });
  const isAsked = async (command: string) => {
    const answer = await call('shell_execute', { command });
    return answer.kind !== 'result' || !answer.ok;
  };
  for (const command of LINES) expect(await isAsked(command), command).toBe(true);
  for (const command of EVERYDAY) expect(await isAsked(command), command).toBe(false);
}, 60_000);
