import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange } from '../hooks/change-files.ts';
import type { HookFile } from '../hooks/hook-file.ts';
import { installationOf, removalOf } from '../hooks/plan-change.ts';
import type { UserPlace } from './connect-client.ts';

/** The changes that connect a client, or take the connection back; a file that several parts change is named once. */
export const changesOf = (files: readonly HookFile[], isRemoval: boolean): FileChange[] =>
  merged(files).map(isRemoval ? removalOf : installationOf);

function merged(files: readonly HookFile[]): HookFile[] {
  const byPath = new Map<string, HookFile>();
  for (const file of files) {
    const first = byPath.get(file.path);
    byPath.set(file.path, first === undefined ? file : both(first, file));
  }
  return [...byPath.values()];
}

const both = (first: HookFile, second: HookFile): HookFile => ({
  path: first.path,
  installed: (current) => second.installed(first.installed(current)),
  removed: (current) => {
    const left = second.removed(current);
    return left === undefined ? undefined : first.removed(left);
  },
});

/** Where this user's clients keep their settings on this system. */
export const userPlace = (home: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): UserPlace => ({
  home,
  appData:
    platform === 'darwin'
      ? join(home, 'Library/Application Support')
      : platform === 'win32'
        ? (env.APPDATA ?? join(home, 'AppData/Roaming'))
        : join(home, '.config'),
  exists: existsSync,
});
