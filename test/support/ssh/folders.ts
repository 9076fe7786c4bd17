import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Account, account } from './accounts.ts';

/** A place in the home of the account that tests log in to, gone after the tests of a file. */
export function remoteFolders(): Account & {
  folder(files?: Readonly<Record<string, string>>): string;
  own(path: string): void;
} {
  const { home, name } = account();
  const place = join(home, `files-${process.pid}-${Math.random().toString(36).slice(2, 8)}`);
  const own = (path: string): void => {
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${name}:`, path]);
  };
  mkdirSync(place);
  own(place);
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  return {
    home,
    name,
    own,
    /** A new directory with these files, owned by the account. */
    folder: (files = {}) => {
      const directory = join(place, `d${readdirSync(place).length}`);
      mkdirSync(directory);
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(join(directory, file, '..'), { recursive: true });
        writeFileSync(join(directory, file), text);
      }
      own(directory);
      return directory;
    },
  };
}
