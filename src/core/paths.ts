import { isAbsolute, resolve } from 'node:path';
import { ToolError } from './errors.ts';

/** An absolute path from what a caller wrote; no `~`, `$` or `%` is expanded. */
export function resolveFrom(cwd: string | undefined, path: string): string {
  if (TRICKS.test(path)) {
    throw new ToolError(
      'VALIDATION',
      `The path ${JSON.stringify(path)} holds control or direction characters`,
    );
  }
  if (cwd === undefined && !isAbsolute(path)) {
    throw new ToolError('VALIDATION', `"${path}" is relative, and this connection has no current directory`, {
      hint: 'Give an absolute path.',
    });
  }
  return cwd === undefined ? resolve(path) : resolve(cwd, path);
}

// Control characters, bidirectional overrides and zero-width characters make a path look like another one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const TRICKS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;
