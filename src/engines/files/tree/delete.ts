import { unlinkSync } from 'node:fs';
import { ToolError } from '../../../core/errors.ts';
import { missing } from '../file-error.ts';
import type { Reach } from '../open/reach.ts';
import { withTarget } from '../open/target.ts';
import type { Trash } from './trash.ts';

export interface Deleted {
  readonly path: string;
  readonly deleted: boolean;
  readonly trashPath?: string;
}

/** Takes a file or a link away, never what a link leads to. */
export async function deleteFile(
  path: string,
  reach: Reach,
  trash: Trash | undefined,
  signal: AbortSignal,
): Promise<Deleted> {
  return withTarget(path, reach, { access: 'delete' }, async (target) => {
    const { directory, name, stats } = target;
    if (!stats) throw missing(path);
    if (stats.isDirectory()) {
      throw new ToolError('VALIDATION', `${path} is a directory`, {
        hint: 'Only files are deleted here; remove a directory with shell_execute and rm.',
      });
    }
    if (!stats.isFile() && !stats.isSymbolicLink())
      throw new ToolError('VALIDATION', `${path} is not a regular file`, {
        hint: 'It is a device, a socket or a named pipe; if nothing uses it, remove it with shell_execute and rm.',
      });
    if (trash) return { path, deleted: true, trashPath: await trash.put(target, signal) };
    unlinkSync(directory.at(name));
    await directory.sync();
    return { path, deleted: true };
  });
}
