import { withoutEnd } from '../text/trim-end.ts';
import { visibleLine } from '../text/visible.ts';
import type { Approval } from './approval.ts';

const LONGEST_TARGET = 40;

/** What a person types to allow something CRITICAL: the path or the command it is about, else the tool. */
export function targetOf({ args, tool }: Pick<Approval, 'args' | 'tool'>): string {
  const { path, command } = args;
  const name = typeof path === 'string' ? withoutEnd(path, '/').replace(/^.*\//, '') : '';
  if (name !== '' && visibleLine(name) === name) return name;
  if (typeof command === 'string' && command.length <= LONGEST_TARGET && /^[ -~]+$/.test(command))
    return command.trim();
  return tool;
}

/** Whether this is what a person was asked to type; with the quotes around it, too. */
export const isTyped = (typed: string, target: string): boolean =>
  [target, `"${target}"`].includes(typed.trim());
