import type { Caller } from '../../../core/call/caller.ts';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';

type Place = { readonly cwd: string; readonly host?: string | undefined };

/** What a process prints may be what its directory holds: who may not open that does not see it either. */
export const isInSight = (
  { roots, isAdmin = false }: Pick<Caller, 'roots' | 'isAdmin'>,
  { cwd, host }: Place,
): boolean => isAdmin || host !== undefined || isInside(cwd, roots);

export const noProcess = (id: string): ToolError =>
  new ToolError('NOT_FOUND', `There is no process "${id}"`, {
    hint: 'list_background_processes shows them.',
  });
