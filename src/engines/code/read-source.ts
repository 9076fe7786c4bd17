import { ToolError } from '../../core/errors.ts';
import { resolveFrom } from '../../core/path/paths.ts';
import { withOpened } from '../files/open/open-inside.ts';
import type { Reach } from '../files/open/reach.ts';
import { checkRegular, readAll } from '../files/read/read-whole.ts';
import { decode, detectForm } from '../files/read/text-form.ts';

export interface Source {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  readonly lastModified: string;
}

/** Beyond this no file is code that somebody wrote. */
const MOST_BYTES = 33_554_432;

/** The text of a file, by the rules that hold for reading files. */
export function readSource(named: string, reach: Reach): Source {
  const path = resolveFrom(reach.cwd, named);
  return withOpened(path, reach, ({ fd, stats }) => {
    checkRegular(path, stats);
    if (stats.size > MOST_BYTES)
      throw new ToolError(
        'TOO_LARGE',
        `${path} has ${stats.size} bytes; up to ${MOST_BYTES} are read as code`,
        {
          hint: 'Use read_file with startLine and maxLines.',
        },
      );
    const bytes = readAll(fd, stats.size);
    const form = detectForm(bytes, { isWhole: true });
    if (!form)
      throw new ToolError('VALIDATION', `${path} is binary`, { hint: 'get_file_info describes it.' });
    return { path, text: decode(bytes, form), lastModified: new Date(stats.mtimeMs).toISOString() };
  });
}
