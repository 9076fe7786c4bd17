import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAudit } from '../../../test/support/audit-file.ts';
import { createTestHost, type TestHost } from '../../../test/support/host.ts';
import { callAllowed, codeOf } from '../../../test/support/repository.ts';
import { inSandbox } from '../../../test/support/sandbox-place.ts';

/** A project with a file of settings that nobody may read unasked, and a real secret. */
function project(): TestHost & { readonly file: (name: string) => string } {
  const host = createTestHost();
  const file = (name: string): string => join(host.root, name);
  writeFileSync(file('.env.test'), 'PORT=3000\n');
  writeFileSync(file('.env'), 'REGION=planted\n');
  return { ...host, file };
}

/** As a branch does that is switched to. */
function becomesLink(path: string, to: string): void {
  rmSync(path);
  symlinkSync(to, path);
}

/** The person says yes to the question, and the call is not made again yet. */
async function approve({ host, call }: TestHost, tool: string, args: object, scope: 'once' | 'session') {
  expect(codeOf(await call(tool, args))).toBe('APPROVAL_PENDING');
  const asked = host.approvals.list().find(({ status }) => status === 'pending');
  host.approvals.decide(asked?.id ?? '', { verdict: 'approve', scope, by: 'person', via: 'terminal' });
}

test.each([
  ['read_file', (path: string) => ({ path })],
  ['context_read_file', (path: string) => ({ path })],
  ['copy_path', (path: string) => ({ from: path, to: 'copy.txt' })],
] as const)('a card says where the name leads, and the record keeps it: %s', async (tool, args) => {
  const made = project();
  becomesLink(made.file('.env.test'), '.env');
  const { card } = await callAllowed(made, tool, args('.env.test'));
  expect(card?.reasons.join()).toContain(`${made.file('.env.test')} leads to ${made.file('.env')}`);
  expect(JSON.stringify(readAudit(made.dataDir))).toContain(`"to":"${made.file('.env')}"`);
});

test.each(['once', 'session'] as const)(
  'a yes (%s) for a file is none for what its name leads to later',
  async (scope) => {
    const made = project();
    await approve(made, 'read_file', { path: '.env.test' }, scope);
    if (scope === 'session')
      expect(await made.call('read_file', { path: '.env.test' })).toMatchObject({ ok: true });
    becomesLink(made.file('.env.test'), '.env');
    expect(codeOf(await made.call('read_file', { path: '.env.test' }))).toBe('APPROVAL_PENDING');
  },
);

test('a yes for a link holds as long as it leads there', async () => {
  const made = project();
  becomesLink(made.file('.env.test'), '.env');
  await approve(made, 'read_file', { path: '.env.test' }, 'session');
  const read = () => made.call('read_file', { path: '.env.test' });
  expect(await read()).toMatchObject({ ok: true });
  expect(await read()).toMatchObject({ ok: true });
});

test('a yes to write a file writes no other one', async () => {
  const made = project();
  writeFileSync(made.file('notes.md'), 'notes\n');
  const args = { path: 'notes.md', content: 'changed\n' };
  await approve(made, 'write_file', args, 'once');
  becomesLink(made.file('notes.md'), 'deploy.sh');
  writeFileSync(made.file('deploy.sh'), 'notes\n');
  expect(codeOf(await made.call('write_file', args))).toBe('APPROVAL_PENDING');
});

inSandbox('a yes to delete below a link deletes nothing elsewhere', async () => {
  const made = project();
  for (const name of ['tmp/old', 'src/old']) mkdirSync(made.file(name), { recursive: true });
  symlinkSync('tmp', made.file('cache'));
  const args = { command: 'rm -r cache/old' };
  await approve(made, 'shell_execute', args, 'once');
  becomesLink(made.file('cache'), 'src');
  expect(codeOf(await made.call('shell_execute', args))).toBe('APPROVAL_PENDING');
  expect(existsSync(made.file('src/old'))).toBe(true);
});
