import type { Tool } from '../core/tool/tool.ts';

/** What runs something is recorded whole; the steps of a run are calls of their own, each with its row. */
export const recordsWhole = ({ effects, pack }: Pick<Tool, 'effects' | 'pack'>): boolean =>
  effects.includes('exec') && pack !== 'workflows';

/** A row of the record; a shell line of the longest kind fits in, however much of it JSON has to write as `\u0000`. */
export const LONGEST_RECORDED = 600_000;
