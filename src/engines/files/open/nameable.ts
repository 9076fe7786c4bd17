import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { STAND_IN } from './entry-name.ts';
import { nearestExisting, realPathOf } from './real-path.ts';

export const NO_NAME = `${STAND_IN} (U+FFFD) stands for bytes that are no UTF-8`;
export const WAY_ROUND =
  'Such a name cannot be given to a tool. Move or copy the directory around it, or rename it with shell_execute and a glob.';

/** Half a character becomes U+FFFD on its way to the system: another name than the one that was judged. */
export function checkWellFormed(path: string): string {
  if (path.isWellFormed()) return path;
  throw new ToolError('VALIDATION', `The path ${JSON.stringify(path)} holds half a character`, {
    hint: 'The name ends in the middle of a character; give all of it.',
  });
}

/** A slash at the end means a directory; a file made of it is not what was asked for. */
export function checkFileName(path: string): string {
  if (!path.endsWith('/')) return path;
  throw new ToolError('VALIDATION', `"${path}" ends with a slash, as only directories do`, {
    hint: 'Name the file; create_directory makes a directory.',
  });
}

/** A new file with U+FFFD in its name would only look like the one that was meant. */
export function checkNewName(path: string, roots: readonly string[]): string {
  if (!path.includes(STAND_IN) || !isInside(realPathOf(path), roots)) return path;
  if (!path.slice(nearestExisting(path).length).includes(STAND_IN)) return path;
  throw new ToolError('VALIDATION', `${path} is not a valid name for something new: ${NO_NAME}`, {
    hint: WAY_ROUND,
  });
}
