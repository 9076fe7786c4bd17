import { ToolError } from '../../../core/errors.ts';

/** What a guard did, for those who read the output of the run. Nothing where it did nothing. */
export function wordsOf(setAside: readonly string[]): string {
  if (setAside.length === 0) return '';
  const more = setAside.length > MOST_NAMED ? ` and ${setAside.length - MOST_NAMED} more` : '';
  return `[protected, so it was set aside: ${setAside.slice(0, MOST_NAMED).join(', ')}${more}]`;
}

const MOST_NAMED = 50;

/** What it could not do. */
export function wordsOfFailure(error: unknown): string {
  const hint = error instanceof ToolError && error.hint !== undefined ? ` ${error.hint}` : '';
  return `[${error instanceof Error ? error.message : String(error)}${hint && `.${hint}`}]`;
}
