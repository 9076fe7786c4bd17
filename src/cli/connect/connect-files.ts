import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backupOf, type FileChange, readText } from '../hooks/change-files.ts';
import type { HookFile } from '../hooks/hook-file.ts';
import type { UserPlace } from './connect-client.ts';

/** The changes that connect a client, or take the connection back; a file that several parts change is named once. */
export function changesOf(files: readonly HookFile[], isRemoval: boolean): FileChange[] {
  return merged(files).flatMap((file): FileChange[] => {
    const before = readText(file.path);
    if (!isRemoval) return [{ file, before, after: file.installed(before) }];
    return before === undefined ? [] : [{ file, before, after: restored(file, before) }];
  });
}

/** Byte for byte as it was before, where nothing else changed since; else the file without our part. */
function restored(file: HookFile, current: string): string | undefined {
  const backup = readText(backupOf(file.path));
  if (backup !== undefined && !backup.includes('toolgate') && file.installed(backup) === current)
    return backup;
  return file.installed(undefined) === current ? undefined : file.removed(current);
}

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
