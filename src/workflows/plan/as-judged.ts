import { hash } from 'node:crypto';
import { SHOWN } from '../../core/approval/rule.ts';
import type { Assessment } from '../../core/call/assessment.ts';
import type { Call } from '../../core/call/call.ts';
import { ToolError } from '../../core/errors.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import type { Definition } from '../definitions/definitions.ts';
import type { Plan } from './plan-run.ts';

export const digestOf = (value: unknown): string => hash('sha256', canonicalJson(value));

/** Whether two plans would run the same, whichever request they were made for. */
const runsTheSame = (one: string, other: string): boolean => one.split('.')[1] === other.split('.')[1];

/** A standing answer is about just this: the version with its children, the inputs, and every step with its effect. */
export const asShown = (digest: string): Pick<Assessment, 'weighty'> => ({
  weighty: [[`${SHOWN}${digest}`]],
});

/** A rule may have covered it, and then it waited for its turn: what starts is what was judged. */
export function assertAsJudged({ standing }: Plan, { facts }: Pick<Call, 'facts'>, name: string): void {
  if (facts.weighty?.some(([first]) => first === `${SHOWN}${standing}`)) return;
  throw new ToolError('CONFLICT', `What "${name}" would do changed before it could start`, {
    retryable: true,
    hint: 'Call again; it is then judged as it is.',
  });
}

/** What starts by itself from now on is what a person saw, and not what a file says a moment later. */
export function assertEnabledAsJudged(
  { standing }: Plan,
  { facts }: Pick<Call, 'facts'>,
  { id, name }: Definition,
): void {
  if (facts.weighty?.some(([first = '']) => first.startsWith(SHOWN) && runsTheSame(first, standing))) return;
  throw new ToolError('CONFLICT', `What "${name}" would do changed while it was stored`, {
    retryable: true,
    hint: `It is stored, and does not start by itself. Look at it as it is now; a person enables it with: toolgate workflows enable ${id}`,
  });
}
