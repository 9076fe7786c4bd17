import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the servers work on. */
export interface PeerTree {
  /** Holds the two files and the long directory. */
  readonly files: string;
  readonly smallFile: string;
  readonly largeFile: string;
  /** A directory with 10,000 entries. */
  readonly wide: string;
  /** A git repository of 8,000 files. */
  readonly repository: string;
}

export const NEEDLE = 'needleInHaystack';
/** Fits 400 of the 8,000 files. */
export const FILE_NAME = 'file-7.ts';

const PACKAGES = 40;
const FOLDERS = 10;
const FILES = 20;
const NEEDLE_EVERY = 85;
const LINE = `${'A line of text that is as long as most of them.'.padEnd(63, '.')}\n`;

export function createPeerTree(dir: string): PeerTree {
  const [files, repository] = [join(dir, 'peers/files'), join(dir, 'peers/repository')];
  const tree = {
    files,
    smallFile: join(files, 'four-kilobytes.txt'),
    largeFile: join(files, 'one-megabyte.txt'),
    wide: join(files, 'wide'),
    repository,
  };
  mkdirSync(tree.wide, { recursive: true });
  writeFileSync(tree.smallFile, sourceCode(4096));
  writeFileSync(tree.largeFile, LINE.repeat(1_048_576 / LINE.length));
  for (let i = 0; i < 10_000; i++) writeFileSync(join(tree.wide, `entry-${i}.txt`), '');
  createRepository(repository);
  return tree;
}

function createRepository(repository: string): void {
  let count = 0;
  for (let i = 0; i < PACKAGES * FOLDERS; i++) {
    const folder = join(repository, `packages/p${i % PACKAGES}/src/f${Math.floor(i / PACKAGES)}`);
    mkdirSync(folder, { recursive: true });
    for (let file = 0; file < FILES; file++) {
      const needle = count++ % NEEDLE_EVERY === 0 ? `${NEEDLE}();\n` : '';
      writeFileSync(join(folder, `file-${file}.ts`), sourceCode(3000, count) + needle);
    }
  }
  writeFileSync(join(repository, '.gitignore'), '*.log\nbuild/\n');
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
      cwd: repository,
      stdio: 'ignore',
    });
  git('init', '-q');
  git('add', '.');
  for (let i = 0; i < 12; i++) git('commit', '-q', '--allow-empty', '-m', `Commit number ${i}`);
  for (let i = 0; i < 3; i++)
    appendFileSync(join(repository, `packages/p${i}/src/f0/file-0.ts`), '// changed\n');
  writeFileSync(join(repository, 'new.txt'), 'new\n');
}

/** Text with the mix of words, signs and numbers that code has. */
function sourceCode(bytes: number, seed = 7): string {
  const lines = Array.from(
    { length: Math.ceil(bytes / 40) },
    (_, i) =>
      `export const value${seed}_${i} = compute(${(i * seed) % 97}, { name: 'item-${i}', on: ${i % 2 === 0} });\n`,
  );
  return lines
    .join('')
    .slice(0, bytes - 1)
    .concat('\n');
}
