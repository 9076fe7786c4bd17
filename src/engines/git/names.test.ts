import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataOf } from '../../../test/support/host.ts';
import { createGitHost } from '../../../test/support/repository.ts';

/** Anything a file may be called: quotes, backslashes, line breaks, tabs, blanks, arrows, any script. */
const fileName = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\t',
        ' ',
        ' -> ',
        '\u0001',
        '\u007f',
        'a/',
        '..',
        '-',
        '*',
        ':(top)',
        '{',
        '~',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }).map((text) => text.replace(/[/\0]/g, '')),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `f${parts.join('')}x`)
  .filter((name) => name.isWellFormed() && Buffer.byteLength(name) < 100);

test('names of any characters survive status, diff and show', async () => {
  const { call, repository } = createGitHost();
  const names = [...new Set(fc.sample(fileName, { numRuns: 120, seed: 20_261 }))].filter(
    (name, i, all) => !all.some((other, j) => j !== i && other.startsWith(`${name}/`)),
  );
  const sorted = (list: unknown): string[] => [...(list as string[])].sort();
  const paths = (files: unknown): string[] => (files as { path: string }[]).map(({ path }) => path);
  for (const name of names) repository.write(name, 'one\n');
  repository.git('add', '--all');
  expect(sorted(dataOf(await call('get_git_status')).staged)).toEqual(sorted(names));
  const staged = dataOf(await call('get_staged_diff', { maxBytes: 1_000_000 }));
  expect(staged).toMatchObject({ filesChanged: names.length, insertions: names.length, truncated: false });
  expect(sorted(paths(staged.files))).toEqual(sorted(names));
  // Every file found its part of the patch.
  expect((staged.diff as string).match(/^\+one$/gm)).toHaveLength(names.length);
  repository.commit('all');
  for (const name of names) repository.write(name, 'two\n');
  expect(sorted(dataOf(await call('get_git_status')).modified)).toEqual(sorted(names));
  const { commit } = dataOf(await call('git_show', { maxBytes: 1_000_000 })) as {
    commit: { files: unknown };
  };
  expect(sorted(paths(commit.files))).toEqual(sorted(names));
});
