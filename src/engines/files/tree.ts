import { readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ToolError } from '../../core/errors.ts';
import { type Directory, openDirectory } from './directory.ts';
import { checkDenied, type Reach } from './reach.ts';

/** Refuses a tree that would hold something protected at its new place: moving a folder must not be a way to write it. */
export async function checkTree(from: string, to: string, reach: Reach, signal: AbortSignal): Promise<void> {
  const directory = openDirectory(from, reach);
  try {
    for (const child of readdirSync(directory.at('.'), { withFileTypes: true })) {
      const place = join(to, child.name);
      checkDenied(join(directory.realPath, child.name), reach);
      checkPlace(place, reach);
      if (child.isDirectory()) await checkTree(join(from, child.name), place, reach, signal);
    }
  } finally {
    directory.close();
  }
  // A tree can be large, and others are waiting.
  await setImmediate();
  if (signal.aborted) throw new ToolError('CANCELLED', 'The call was cancelled');
}

export function checkPlace(place: string, reach: Reach): void {
  const { isRefused, reason } = reach.judge(place, 'write');
  if (!isRefused) return;
  throw new ToolError('PROTECTED_PATH', `${place} is protected: ${reason ?? 'not for tools'}`, {
    hint: 'Move or copy the parts beside it one by one.',
  });
}

/** Removes what a failed copy left, going only through directories that were opened here. */
export function removeTree(parent: Directory, name: string, reach: Reach): void {
  const directory = openDirectory(join(parent.realPath, name), reach, { via: parent.at(name) });
  try {
    for (const child of readdirSync(directory.at('.'), { withFileTypes: true })) {
      if (child.isDirectory()) removeTree(directory, child.name, reach);
      else unlinkSync(directory.at(child.name));
    }
  } finally {
    directory.close();
  }
  rmdirSync(parent.at(name));
}
