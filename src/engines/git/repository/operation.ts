import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readIfSmall } from '../../files/open/regular-file.ts';

export type OperationName = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect' | 'am';

/** What was begun and waits to be finished. */
export interface Operation {
  readonly operation: OperationName;
  /** The step it is at and how many there are, as `2/5`. */
  readonly progress?: string;
}

interface Trace {
  /** Only there while it is in progress. */
  readonly name: string;
  readonly operation: OperationName;
  /** Files with the number of the step and that of the last one. */
  readonly steps?: readonly [at: string, last: string];
}

const TRACES: readonly Trace[] = [
  { name: 'rebase-merge', operation: 'rebase', steps: ['rebase-merge/msgnum', 'rebase-merge/end'] },
  { name: 'rebase-apply/rebasing', operation: 'rebase', steps: ['rebase-apply/next', 'rebase-apply/last'] },
  { name: 'rebase-apply', operation: 'am', steps: ['rebase-apply/next', 'rebase-apply/last'] },
  { name: 'MERGE_HEAD', operation: 'merge' },
  { name: 'CHERRY_PICK_HEAD', operation: 'cherry-pick' },
  { name: 'REVERT_HEAD', operation: 'revert' },
  { name: 'BISECT_LOG', operation: 'bisect' },
];

export function operationIn(gitDir: string): Operation | undefined {
  const trace = TRACES.find(({ name }) => existsSync(join(gitDir, name)));
  if (!trace) return betweenPicks(gitDir);
  const numbers = trace.steps?.map((name) => numberIn(join(gitDir, name))) ?? [];
  const isKnown = numbers.length > 0 && numbers.every((number) => number !== undefined);
  return { operation: trace.operation, ...(isKnown && { progress: numbers.join('/') }) };
}

/** Of several commits to pick or revert the next one has not begun; what it will be stands in a list. */
function betweenPicks(gitDir: string): Operation | undefined {
  const [, word] = /^(p|pick|revert) /.exec(textIn(join(gitDir, 'sequencer/todo'), 1_048_576)) ?? [];
  if (word === undefined) return undefined;
  return { operation: word === 'revert' ? 'revert' : 'cherry-pick' };
}

function numberIn(path: string): number | undefined {
  const text = textIn(path, 100).trim();
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

// Not there: it has not come to its first step, or is none of these.
const textIn = (path: string, mostBytes: number): string =>
  readIfSmall(path, { followsLink: true, mostBytes }) ?? '';
