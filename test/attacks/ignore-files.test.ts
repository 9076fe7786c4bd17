import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadLibc } from '../../src/engines/process/child/libc.ts';
import { runProcess } from '../../src/engines/process/child/run-process.ts';
import { createTestHost } from '../support/host.ts';
import { temporaryDirectory } from '../support/program.ts';

/** A repository with a file that is found by its name and by its text, in this directory too. */
function repository(folder = '.'): string {
  const root = temporaryDirectory();
  execFileSync('git', ['init', '-q', root]);
  const file = join(root, folder, 'needle.txt');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'a needle\n');
  return root;
}

const put = {
  'a link to a device without an end': (path: string) => symlinkSync('/dev/zero', path),
  'a pipe': (path: string) => execFileSync('mkfifo', [path]),
} as const;

async function search(root: string): Promise<string[]> {
  const host = createTestHost({}, { root });
  const [texts, files] = await Promise.all([
    host.call('search_text', { query: 'needle' }),
    host.call('search_files', { pattern: '**/*.txt' }),
  ]);
  return [JSON.stringify(texts), JSON.stringify(files)];
}

for (const [what, make] of Object.entries(put)) {
  test.each(['.ignore', '.rgignore', '.gitignore', 'deep/below/.ignore'])(
    `${what} as %s holds up no search`,
    { timeout: 60_000 },
    async (name) => {
      const root = repository(dirname(name));
      make(join(root, name));
      const before = performance.now();
      const found = await search(root);
      expect(performance.now() - before).toBeLessThan(9000);
      for (const answer of found) expect(answer).toContain('needle.txt');
    },
  );
}

test('a link to a file elsewhere is no ignore file: what is ignored would tell what stands there', async () => {
  const elsewhere = temporaryDirectory();
  writeFileSync(join(elsewhere, 'words'), 'needle.txt\n');
  const root = repository();
  symlinkSync(join(elsewhere, 'words'), join(root, '.ignore'));
  for (const answer of await search(root)) expect(answer).toContain('needle.txt');
});

test('ignore files of the tree count, links within it too', async () => {
  const root = repository('packages/a');
  writeFileSync(join(root, 'shared-ignore'), 'needle.txt\n');
  symlinkSync('../../shared-ignore', join(root, 'packages/a/.gitignore'));
  writeFileSync(join(root, 'needle-too.txt'), 'another needle\n');
  for (const answer of await search(root)) {
    expect(answer).toContain('needle-too.txt');
    expect(answer).not.toContain('packages/a/needle.txt');
  }
});

test.skipIf(!(await loadLibc()))(
  'a program that reads for us cannot take more memory than its limit',
  async () => {
    const eat = 'a=x; while :; do a=$a$a; done';
    const { exitCode, signal, stderr } = await runProcess({
      argv: ['bash', '-c', eat],
      cwd: '/',
      needsLogin: false,
      isReader: true,
      timeoutMs: 60_000,
    });
    expect({ exitCode, signal, said: stderr.text }).toMatchObject({
      said: expect.stringMatching(/cannot allocate|xrealloc|memory/i),
    });
  },
);
