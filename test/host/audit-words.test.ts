import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';

test('the record says what was done, by whom, and who let it; questions are counted once', async () => {
  const home = makeHome();
  home.writeConfig({ approvals: { waitMs: 20 } });
  const write = ['call', 'write_file', '{"path": "notes.txt", "content": "x"}'];
  await home.run(['call', 'shell_execute', '{"command": "echo hello"}']);
  const asked = await home.run(write);
  const id = /approvals approve ([\w-]+)/.exec(asked.stdout)?.[1] ?? '';
  await home.run(['approvals', 'approve', id]);
  await home.run(write);
  await home.run(['call', 'read_file', '{"path": "missing.txt"}']);
  const { stdout } = await home.run(['audit', 'query', '--since', '1h']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/ ok +\w+ +shell_execute +echo hello +toolgate-cli {2}\(allow: .+\)$/),
    expect.stringMatching(
      / APPROVAL_PENDING +MEDIUM +write_file +notes\.txt +toolgate-cli {2}\(ask: MEDIUM is asked; .*\)$/,
    ),
    expect.stringMatching(/ approved +MEDIUM +write_file .*\(once, by terminal through terminal\)$/),
    expect.stringMatching(
      / ok +MEDIUM +write_file +notes\.txt +toolgate-cli {2}\(allow: approved \(terminal\)\)$/,
    ),
    expect.stringMatching(/ NOT_FOUND +SAFE +read_file +missing\.txt +toolgate-cli {2}\(.*does not exist\)$/),
  ]);
  for (const limit of [1, 2, 3, 4])
    expect((await home.run(['audit', 'query', '--limit', `${limit}`])).stdout.trimEnd().split('\n')).toEqual(
      lines.slice(-limit),
    );
  expect((await home.run(['audit', 'query', '--since', '0s'])).stdout).toBe('');
  const stats = (await home.run(['audit', 'stats'])).stdout;
  expect(stats).toMatch(/MEDIUM +2 calls, 0 refused, 1 asked/);
  expect(stats).not.toMatch(/SAFE .*[1-9] asked/);
});

test('agents lists those that are connected, not calls that are over', async () => {
  const home = makeHome();
  await home.run(['call', 'list_directory', '{"path": "."}']);
  expect((await home.run(['agents'])).stdout).toBe('No agent is connected.\n');
});

test('a name with line ends is one row of a list, and begins none of its own', async () => {
  const home = makeHome();
  const forged =
    'x\n     6 2026-01-01T00:00:00.000Z approved  CRITICAL  shell_execute  (always, by anna through page)';
  await home.run(['call', forged, '{}']);
  const lines = (await home.run(['audit', 'query'])).stdout.trimEnd().split('\n');
  expect(lines).toEqual([expect.stringContaining(' UNKNOWN_TOOL ')]);
  await home.run(['rules', 'add', 'deny', 'run_command', '--path', '/tmp/a\nb']);
  const rules = (await home.run(['rules', 'list'])).stdout.trimEnd().split('\n');
  expect(rules).toEqual([expect.stringContaining('a\\u000ab')]);
});
