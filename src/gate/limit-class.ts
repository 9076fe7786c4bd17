import type { Effect, Tool } from '../core/tool/tool.ts';

/** Which limits a call falls under; the heaviest effect decides. */
export type LimitClass = 'read' | 'write' | 'execution' | 'external';

export function limitClassOf({ effects }: Pick<Tool, 'effects'>): LimitClass {
  if (effects.includes('exec')) return 'execution';
  if (effects.includes('write') || effects.includes('delete')) return 'write';
  return effects.includes('network') ? 'external' : 'read';
}

const CHANGES: readonly Effect[] = ['write', 'delete', 'exec'];

/** Whether a call may leave anything changed. */
export const changesSomething = ({ effects }: Pick<Tool, 'effects'>): boolean =>
  effects.some((effect) => CHANGES.includes(effect));
