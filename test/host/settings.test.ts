import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAudit } from '../support/audit-file.ts';
import { makeHome } from '../support/home.ts';

test('toolgate settings shows and changes what runs unasked, in the file and for the next call', async () => {
  const home = makeHome();
  const fromFile = () => JSON.parse(readFileSync(home.configPath, 'utf8'));
  home.writeConfig({ approvals: { waitMs: 20 } });
  expect(await home.run(['settings'])).toEqual({
    code: 0,
    stdout: `mode          execute_with_confirm\nauto-approve  off\ntools         as they are by default\nfile          ${home.configPath}\n`,
    stderr: '',
  });
  const read = ['call', 'read_file', '{"path": "missing.txt"}'];
  expect((await home.run(read)).stdout).toContain('NOT_FOUND');
  expect((await home.run(['settings', 'tool', 'read_file', 'blocked'])).stdout).toMatch(/read_file +blocked/);
  expect((await home.run(read)).stdout).toContain('toolPermissions.read_file = blocked');
  await home.run(['settings', 'tool', 'read_file', 'default']);
  expect((await home.run(read)).stdout).toContain('NOT_FOUND');

  const write = ['call', 'write_file', '{"path": "notes.txt", "content": "x"}'];
  expect((await home.run(write)).stdout).toContain('APPROVAL_PENDING');
  await home.run(['settings', 'auto-approve', 'on', '--add', 'write_file', '--add', 'edit_file']);
  const less = await home.run(['settings', 'auto-approve', '--remove', 'edit_file']);
  expect(less.stdout).toContain('auto-approve  on: write_file\n');
  expect((await home.run(write)).code).toBe(0);

  await home.run(['settings', 'mode', 'read_only']);
  expect((await home.run(write)).stdout).toContain('mode read_only');
  expect(fromFile()).toMatchObject({
    approvals: { waitMs: 20 },
    permissionLevel: 'read_only',
    autoApprove: { enabled: true, tools: ['write_file'] },
  });
});

for (const [args, words] of [
  [['mode', 'everything'], /"everything" is not a permission level; choose read_only, /],
  [['tool', 'raed_file', 'blocked'], /raed_file/],
  [['tool', 'read_file', 'never'], /"never" is not a permission; choose allowed, confirm, blocked, default/],
  [['auto-approve'], /Say on or off, or which tool/],
  [['auto-approve', 'maybe'], /"maybe" is not a switch; choose on, off/],
] as const)
  test(`toolgate settings ${args.join(' ')} is refused in words`, async () => {
    const { code, stderr } = await makeHome().run(['settings', ...args]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(words) });
  });

test('whatever a person changes is in the record: who, what, and whether it failed; secrets are not', async () => {
  const home = makeHome();
  await home.run(['settings', 'mode', 'read_only']);
  await home.run(['rules', 'add', 'deny', 'write_file']);
  await home.run(['rules', 'remove', 'rul_none']);
  await home.run(['secrets', 'set', 'mail'], { input: 'a-value-nobody-sees\n' });
  await home.run(['settings']);
  const { stdout } = await home.run(['audit', 'query']);
  expect(stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(
      / changed +- +admin\/settings\/set +permissionLevel=read_only .*\(by terminal through terminal\)$/,
    ),
    expect.stringMatching(
      / changed +- +admin\/rules\/add +verdict=deny tool=write_file .*\(by terminal through terminal\)$/,
    ),
    expect.stringMatching(/ \w+ +- +admin\/rules\/remove +id=rul_none .*no rule "rul_none"/),
    expect.stringMatching(/ changed +- +admin\/secrets\/set +name=mail .*\(by terminal through terminal\)$/),
  ]);
  expect(JSON.stringify(readAudit(home.dataDir))).not.toContain('a-value-nobody-sees');
  expect((await home.run(['audit', 'verify'])).code).toBe(0);
});
