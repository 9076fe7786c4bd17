import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHooked } from '../../../test/support/hooked-host.ts';
import type { HookClient } from '../../core/hook-clients.ts';

function createProject() {
  const hooked = createHooked();
  const { root, decided, ask } = hooked;
  mkdirSync(join(root, 'docs'));
  for (const name of ['docs/sh', 'README.md']) writeFileSync(join(root, name), 'text\n');
  writeFileSync(join(root, '.env'), 'KEY=1\n');
  symlinkSync('.env', join(root, 'n'));
  const said = (client: HookClient, command: string) => decided('run_shell_command', { command }, { client });
  const run = (line: string) => spawnSync('bash', ['-c', line], { cwd: root, encoding: 'utf8' }).stdout;
  const why = async (command: string) =>
    (await ask('run_shell_command', { command }, { client: 'gemini' })).reason;
  return { root, said, run, why };
}

test('Gemini CLI runs no other line than the one that is judged', async () => {
  const { root, said, run, why } = createProject();
  const line = `head<docs/sh -c '5'; echo '; touch made; echo '`;
  run(line);
  expect(existsSync(join(root, 'made'))).toBe(false);
  // Without what stands before the text, and the quotes at its ends.
  run(line.slice(line.indexOf(`'`) + 1, -1));
  expect(existsSync(join(root, 'made'))).toBe(true);
  for (const wrapped of [
    line,
    `bash -c "echo"; echo "; touch made; echo "`,
    `./SH -c 'ls' 'x'`,
    `sh -c 'ls'; ls 'x'`,
    'bash -c "ls \\"a\\""',
    'pwsh -Command ls',
  ])
    expect(await why(wrapped), wrapped).toContain('takes off sh -c');
  expect(await said('gemini', 'bash -n README.md')).toBe('pass');
});

test('what Gemini CLI takes off a command is judged like the command in it', async () => {
  const { why } = createProject();
  for (const command of [
    `bash -c 'ls docs'`,
    'sh -c "ls docs"',
    `/bin/bash -c 'touch a b'`,
    `ls | sh -c 'cat'`,
  ])
    expect(await why(command), command).toContain('waits for a person');
});

test('a blank that only a client takes off is asked about', async () => {
  const { said, run } = createProject();
  for (const blank of ['\u1680', '\u00a0', '\u3000', '\u2003'])
    for (const line of [`rev n${blank}`, `${blank}rev n`]) {
      expect(run(line)).toBe('');
      expect(run(line.trim())).toBe('1=YEK\n');
      for (const client of ['gemini', 'qwen', 'claude-code', 'cline'] as const)
        expect(await said(client, line), `${client} ${line}`).not.toBe('pass');
    }
  for (const client of ['gemini', 'qwen', 'cline'] as const)
    expect(await said(client, '  ls docs \n'), client).toBe('pass');
});

test('characters that Cline may put for others are asked about', async () => {
  const { said } = createProject();
  for (const line of [`echo 'a &apos;; touch made; echo &apos;b'`, 'rev .e\uFFFDnv', 'rg "a &amp; b" docs'])
    expect(await said('cline', line), line).not.toBe('pass');
  expect(await said('claude-code', 'rg "a &amp; b" docs')).toBe('pass');
  for (const line of ['rg "&nbsp;" docs', 'ls docs && ls'])
    expect(await said('cline', line), line).toBe('pass');
});
