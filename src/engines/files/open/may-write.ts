import { accessSync, constants } from 'node:fs';
import { ToolError } from '../../../core/errors.ts';
import type { Target } from './target.ts';

/** A new file renamed over one that may not be written would get around its mode; only its directory is asked there. */
export function checkMayWrite({ directory, name, path, stats }: Target): void {
  if (!stats?.isFile()) return;
  try {
    accessSync(directory.at(name), constants.W_OK);
  } catch (cause) {
    throw new ToolError('PERMISSION_DENIED', `${path} is not writable for this user`, {
      cause,
      hint: 'It may be read-only for a reason. To change it, make it writable first (chmod u+w).',
    });
  }
}
