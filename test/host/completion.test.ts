import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
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
