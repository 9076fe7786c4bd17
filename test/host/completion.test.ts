import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { spawn } from '@lydell/node-pty';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory, until } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';

/** What bash offers for the last of these words. */
async function completed(...words: string[]): Promise<string[]> {
  const { stdout } = await runProgram(['completion', 'bash']);
  const list = words.map((word) => `'${word}'`).join(' ');
  const script = `${stdout}\nCOMP_WORDS=(toolgate ${list}); COMP_CWORD=${words.length}; _toolgate; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}

test('bash completes commands, acts, flags and their values', async () => {
  expect(await completed('ru')).toEqual(['rules']);
  expect(await completed('--mode', 'read_only', 'rules', 'a')).toEqual(['add']);
  expect(await completed('rules', 'add', '--exp')).toEqual(['--expires-in']);
  expect(await completed('stdio', '--mode', 'f')).toEqual(['full_access']);
  expect(await completed('completion', 'f')).toEqual(['fish']);
  expect(await completed('help', 'au')).toEqual(['audit']);
});

/** What fish offers for this line. */
async function offeredByFish(line: string): Promise<string[]> {
  const { stdout } = await runProgram(['completion', 'fish']);
  const file = join(temporaryDirectory(), 'toolgate.fish');
  writeFileSync(file, stdout);
  const script = `source ${file}; complete -C '${line}'`;
  const printed = execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' });
  return printed.split('\n').flatMap((one) => (one === '' ? [] : [one.split('\t')[0] ?? '']));
}

test('fish completes commands, acts, flags and their values', async () => {
  expect(await offeredByFish('toolgate ru')).toEqual(['rules']);
  expect(await offeredByFish('toolgate rules a')).toEqual(['add']);
  expect(await offeredByFish('toolgate rules add --exp')).toEqual(['--expires-in']);
  expect(await offeredByFish('toolgate stdio --mode f')).toEqual(['full_access']);
  expect(await offeredByFish('toolgate completion f')).toEqual(['fish']);
  expect(await offeredByFish('toolgate help au')).toContain('audit');
});

/** What an interactive zsh makes of this line once Tab was pressed. */
async function completedByZsh(line: string): Promise<string> {
  const { stdout } = await runProgram(['completion', 'zsh']);
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'toolgate.zsh'), stdout);
  writeFileSync(
    join(folder, '.zshrc'),
    `PS1='> '; autoload -U compinit && compinit -u -d ${folder}/dump; source ${folder}/toolgate.zsh; print loaded\n`,
  );
  const shell = spawn('zsh', ['-i'], {
    cwd: folder,
    cols: 120,
    env: { PATH: process.env.PATH, HOME: folder, ZDOTDIR: folder, TERM: 'dumb' },
  });
  let printed = '';
  shell.onData((data) => {
    printed += data;
  });
  onTestFinished(() => shell.kill('SIGKILL'));
  await until('zsh to be ready', () => /loaded[\s\S]*> $/.test(stripVTControlCharacters(printed)));
  printed = '';
  shell.write(`${line}\t`);
  // A word that is complete ends in a blank.
  await until('zsh to complete', () => stripVTControlCharacters(printed).length > line.length);
  return stripVTControlCharacters(printed).trim();
}

test.each([
  ['toolgate ru', 'toolgate rules'],
  ['toolgate rules ad', 'toolgate rules add'],
  ['toolgate stdio --mode f', 'toolgate stdio --mode full_access'],
  ['toolgate completion f', 'toolgate completion fish'],
])('zsh completes "%s"', async (line, completed) => {
  expect(await completedByZsh(line)).toBe(completed);
});

test('each shell gets a script, and another word is refused', async () => {
  expect((await runProgram(['completion', 'fish'])).stdout).toContain(
    'complete -c toolgate -n __fish_use_subcommand',
  );
  expect((await runProgram(['completion', 'zsh'])).stdout).toMatch(/^autoload .*bashcompinit\n_toolgate\(\)/);
  expect(await runProgram(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Allowed are bash, zsh, fish'),
  });
});
