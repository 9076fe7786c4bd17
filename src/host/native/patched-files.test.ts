import { expect, test } from 'vitest';
import { createHooked } from '../../../test/support/hooked-host.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { readPatch } from './patched-files.ts';

const patchOf = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
const PLAIN = patchOf('*** Add File: ok.txt', '+hi');

/** A host where edits in the project have been allowed. */
async function createAllowed() {
  const hooked = createHooked({ hooks: { inboxMs: 0, waitMs: 0 } });
  const { ask, host } = hooked;
  await ask('apply_patch', { command: PLAIN }, { client: 'codex' });
  const [open] = host.approvals.list('pending');
  host.approvals.decide(open?.id ?? '', { verdict: 'approve', scope: 'session', by: 't', via: 'terminal' });
  const apply = async (text: string, tool = 'apply_patch') =>
    (await ask(tool, { command: text }, { client: 'codex' })).decision;
  return { ...hooked, apply };
}

test('a header counts wherever a client takes one, and what is none is asked about', async () => {
  const { apply } = await createAllowed();
  const outside = `${temporaryDirectory()}/x`;
  for (const target of ['.git/hooks/post-checkout', outside, '~/x', `${outside}:.txt`])
    for (const lines of [
      [`*** Add File: ${target}`, '+x'],
      [`  *** Add File: ${target}`, '+x'],
      [`\t*** Add File: ${target}\t`, '+x'],
      [`\u0085*** Add File: ${target}`, '+x'],
      [`\u00a0*** Add File: ${target}\r`, '+x'],
      [`*** Add File:${target}`, '+x'],
      [`*** add file: ${target}`, '+x'],
      [`   *** Delete File: ${target}`],
      ['*** Update File: ok.txt', ` *** Move to: ${target}`, '@@', '-hi', '+ho'],
      [`  *** Update File: ${target}`, '@@', '-hi', '+ho'],
      ['*** Update File: ok.txt', '@@', '-hi', ` *** Delete File: ${target}`],
    ])
      expect(await apply(patchOf('*** Add File: ok.txt', '+hi', ...lines)), lines.join('|')).toBe('deny');
  for (const text of [
    patchOf('*** Environment ID: other', '*** Add File: ok.txt', '+hi'),
    patchOf('*** Add File: ok.txt', '+hi', '*** Rename File: ok.txt'),
    patchOf('*** Add File: ok.txt', 'hi'),
    patchOf('*** Add File: ok.txt', '+hi', '*** Add File: '),
    patchOf('*** Add File: ok.txt', '+hi\r*** Add File: .git/hooks/x'),
    `${PLAIN}\nrm -rf x`,
    `echo\n${PLAIN}`,
  ])
    expect(await apply(text), text).toBe('deny');
});

test('ordinary patches stay covered by one answer, in each form they are sent', async () => {
  const { apply } = await createAllowed();
  for (const text of [
    PLAIN,
    PLAIN.replaceAll('\n', '\r\n'),
    patchOf(
      '*** Update File: src/a.ts',
      '*** Move to: src/b.ts',
      '@@ class A',
      ' x',
      '-y',
      '+z',
      '',
      '*** End of File',
    ),
    patchOf('*** Add File: docs/a.md', '+*** Add File: this is text', '+', '*** Add File: b.md', '+'),
    `<<'EOF'\n${PLAIN}EOF`,
  ])
    expect(await apply(text), text).toBe('allow');
  for (const text of [
    `apply_patch <<'EOF'\n${PLAIN}EOF`,
    `applypatch <<"EOF"\n${PLAIN}EOF\n`,
    `cd src && apply_patch <<'EOF'\n${PLAIN}EOF`,
    `cd "src" && apply_patch <<'EOF'\n${PLAIN}EOF`,
  ])
    expect(await apply(text, 'Bash'), text).toBe('allow');
  for (const text of [
    `cd /tmp && apply_patch <<'EOF'\n${PLAIN}EOF`,
    `cd .git && apply_patch <<'EOF'\n${patchOf('*** Add File: hooks/x', '+x')}EOF`,
    `cd src; apply_patch <<'EOF'\n${PLAIN}EOF`,
    `apply_patch <<'EOF'\n${patchOf('  *** Add File: .git/hooks/x', '+x')}EOF`,
    `true && apply_patch <<'EOF'\n  *** Begin Patch\n  *** Add File: ok.txt\n+x\n*** End Patch\nEOF`,
  ])
    expect(await apply(text, 'Bash'), text).toBe('deny');
});

test('a patch is its files, a moved one under both names', () => {
  const { files, unknown } = readPatch(
    patchOf('*** Update File: a', '*** Move to: b', '@@', '-x', '+y', '*** Delete File: c'),
  );
  expect(unknown).toEqual([]);
  expect(files).toEqual([
    { path: 'a', access: 'write' },
    { path: 'b', access: 'write' },
    { path: 'c', access: 'delete' },
  ]);
});
