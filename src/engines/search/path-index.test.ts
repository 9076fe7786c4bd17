import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { createPathIndex, type PathIndex } from './path-index.ts';
import { pathsBelow } from './path-tree.ts';
import { repositoryTop } from './repository-top.ts';
import { ripgrepPath } from './ripgrep-path.ts';
import { ripgrepScope } from './scope.ts';

async function startIndex(root: string): Promise<PathIndex> {
  const index = await createPathIndex({ root, isHidden: (path) => path.endsWith('/.ssh') });
  onTestFinished(() => index.close());
  return index;
}

/** What ripgrep says now. */
function listed(root: string): string[] {
  const args = [
    '--no-config',
    '--files',
    '--null',
    ...ripgrepScope({
      folder: root,
      hidden: [],
      includeIgnored: false,
      isInRepository: repositoryTop(root) !== undefined,
      distrusted: [],
    }),
    './',
  ];
  try {
    const text = execFileSync(ripgrepPath(), args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text
      .split('\0')
      .filter(Boolean)
      .map((path) => path.slice(2))
      .sort();
  } catch (error) {
    if ((error as { status?: number }).status === 1) return [];
    throw error;
  }
}

async function indexed(index: PathIndex, root: string): Promise<string[] | 'asks ripgrep'> {
  const folder = await index.folder(root);
  return folder ? [...pathsBelow(folder).files] : 'asks ripgrep';
}

function write(root: string, path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('the index hears of every change at once', async () => {
  const root = temporaryDirectory();
  write(root, 'a.ts');
  write(root, 'src/deep/b.ts');
  const index = await startIndex(root);
  expect(await indexed(index, root)).toEqual(['a.ts', 'src/deep/b.ts']);
  write(root, 'new/er/c.ts');
  expect(await indexed(index, root)).toEqual(['a.ts', 'new/er/c.ts', 'src/deep/b.ts']);
  write(root, 'new/er/d.ts');
  renameSync(join(root, 'src'), join(root, 'lib'));
  expect(await indexed(index, root)).toEqual(['a.ts', 'lib/deep/b.ts', 'new/er/c.ts', 'new/er/d.ts']);
  write(root, 'lib/deep/e.ts');
  rmSync(join(root, 'new'), { recursive: true });
  expect(await indexed(index, root)).toEqual(['a.ts', 'lib/deep/b.ts', 'lib/deep/e.ts']);
  // Another directory under the same name, with the old one moved away.
  renameSync(join(root, 'lib'), join(root, 'old'));
  write(root, 'lib/other.ts');
  write(root, 'old/deep/f.ts');
  expect(await indexed(index, root)).toEqual([
    'a.ts',
    'lib/other.ts',
    'old/deep/b.ts',
    'old/deep/e.ts',
    'old/deep/f.ts',
  ]);
});

test('ignore files count when they come, change and go', async () => {
  const root = temporaryDirectory();
  write(root, 'a.log');
  write(root, 'sub/b.log');
  write(root, 'sub/keep.log');
  const index = await startIndex(root);
  write(root, '.gitignore', '*.log\n');
  expect(await indexed(index, root)).toEqual(['.gitignore']);
  write(root, 'sub/.gitignore', '!keep.log\n');
  expect(await indexed(index, root)).toEqual(['.gitignore', 'sub/.gitignore', 'sub/keep.log']);
  writeFileSync(join(root, '.gitignore'), '/a.log\n');
  expect(await indexed(index, root)).toEqual(listed(root));
  rmSync(join(root, '.gitignore'));
  expect(await indexed(index, root)).toEqual(['a.log', 'sub/.gitignore', 'sub/b.log', 'sub/keep.log']);
});

test('secrets, links, git and generated directories are not shown', async () => {
  const root = temporaryDirectory();
  for (const path of [
    '.env',
    '.env.example',
    'sub/id_rsa',
    '.ssh/config',
    '.git/config',
    'node_modules/x/y.js',
    'dist/z.js',
    'sub/.git',
  ])
    write(root, path);
  symlinkSync('/etc', join(root, 'out'));
  symlinkSync('.env', join(root, 'link'));
  const index = await startIndex(root);
  expect(await indexed(index, root)).toEqual(['.env.example']);
  const folder = await index.folder(root);
  expect([...pathsBelow(folder ?? expect.fail()).secrets].sort()).toEqual(['.env', 'sub/id_rsa']);
  expect(await index.folder(join(root, 'node_modules'))).toBeUndefined();
});

test('an ignore file above the root, a root that is replaced and rules that are not understood end the index', async () => {
  const above = temporaryDirectory();
  const root = join(above, 'root');
  write(root, 'a.ts');
  const first = await startIndex(root);
  write(above, '.ignore', '*.ts\n');
  expect(await first.folder(root)).toBeUndefined();
  const second = await startIndex(root);
  expect(await indexed(second, root)).toEqual([]);
  renameSync(root, join(above, 'moved'));
  write(root, 'b.md');
  expect(await second.folder(root)).toBeUndefined();
  expect(second.isBroken).toBe(true);
  write(root, '.gitignore', '[[:alpha:]]*\n');
  await expect(startIndex(root)).rejects.toThrow(/left to ripgrep/);
});

test('an index that may have missed events is not asked', async () => {
  const root = temporaryDirectory();
  const index = await startIndex(root);
  // More than half of what the kernel queues, in one turn of the event loop.
  for (let i = 0; i < 9000; i++) writeFileSync(join(root, `file-${i}`), '');
  expect(await index.folder(root)).toBeUndefined();
  expect(index.isBroken).toBe(true);
});

test('whatever happens to a tree, the index shows what ripgrep would', async () => {
  const random = seeded(20_261_115);
  for (let tree = 0; tree < 10; tree++) {
    const above = temporaryDirectory();
    const root = join(above, 'root');
    write(above, '.gitignore', '*.ts\nc/\n');
    // In a repository, at its top, and in none.
    if (tree % 3 === 0) write(above, '.git/info/exclude', 'y.ts\n');
    if (tree % 3 === 1) write(root, '.git/info/exclude', 'x.*\n');
    mkdirSync(root, { recursive: true });
    for (let i = 0; i < 30; i++) change(root, random);
    let index = await startIndex(root);
    for (let round = 0; round < 25; round++) {
      for (let i = 0; i < 1 + random(6); i++) change(root, random);
      // Some changes arrive while the answer is made; they must not spoil the next one.
      const early = index.folder(root);
      if (random(3) === 0) change(root, random);
      await early;
      // Rules that nothing watches end an index; the next one must know them.
      if ((await index.folder(root)) === undefined) index = await startIndex(root);
      expect(await indexed(index, root), `tree ${tree}, round ${round}`).toEqual(listed(root));
    }
  }
});

const FOLDERS = ['', 'a', 'b', 'a/b', 'a/b/c', 'b/a', 'dist', 'build', 'a/node_modules', 'é'];
const NAMES = [
  'x.ts',
  'y.ts',
  'x.log',
  'keep.log',
  '.env',
  '.env.example',
  'build',
  '.hidden',
  'z [1].txt',
  '.git',
];
const RULES = [
  ...[
    '*.log',
    '!keep.log',
    '/a',
    'a/',
    'build',
    'build/',
    '/build/',
    '**/x.ts',
    'a/**',
    '!a/b',
    'b/*.ts',
    '*',
    '!*/',
  ],
  ...[
    '!*.ts',
    '# comment',
    '',
    'a/**/x.ts',
    '[xy].ts',
    '*.{log,txt}',
    'x.*',
    '\\!odd',
    '!/b',
    '?.ts',
    '**/b/c',
    'é/',
  ],
];

/** One random change: a file or directory comes, goes or moves, or an ignore file is written. */
function change(root: string, random: (below: number) => number): void {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] ?? expect.fail();
  const path = join(root, pick(FOLDERS), pick(NAMES));
  const folder = join(root, pick(FOLDERS.slice(1)));
  const acts: readonly (() => void)[] = [
    () => write('', path),
    () => write('', path),
    () => mkdirSync(folder, { recursive: true }),
    () => rmSync(path, { force: true, recursive: true }),
    () => random(3) === 0 && rmSync(folder, { force: true, recursive: true }),
    () => renameSync(path, join(root, pick(FOLDERS), pick(NAMES))),
    () => renameSync(folder, join(root, pick(FOLDERS.slice(1)))),
    () =>
      write(
        join(root, pick(FOLDERS)),
        pick(['.gitignore', '.ignore', '.rgignore']),
        Array.from({ length: random(4) }, () => `${pick(RULES)}\n`).join(''),
      ),
    () => rmSync(join(root, pick(FOLDERS), pick(['.gitignore', '.ignore'])), { force: true }),
    () => symlinkSync(pick(['/etc', 'a', 'x.ts']), path),
    () => write(join(root, pick(FOLDERS)), '.git/info/exclude', `${pick(RULES)}\n`),
    () => rmSync(join(root, pick(FOLDERS), '.git'), { force: true, recursive: true }),
  ];
  try {
    pick(acts)();
  } catch {
    // A move into itself, a file where a directory is due: nothing happened then.
  }
}

/** A small generator with a seed, so that a failure can be seen again. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
