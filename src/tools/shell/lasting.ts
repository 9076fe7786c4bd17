import type { Preview } from '../../core/approval/preview.ts';
import { SHOWN } from '../../core/approval/rule.ts';
import type { Assessment } from '../../core/call/assessment.ts';

/** One start is another matter than a command that runs again and again, with nobody there. */
export function withLasting(assessment: Assessment, lasting: string): Assessment {
  const { commands = [], weighty = commands, writes = weighty.map(() => []) } = assessment;
  if (lasting === '' || weighty.length === 0) return assessment;
  return { ...assessment, weighty: [...weighty, [`${SHOWN}${lasting}`]], writes: [...writes, []] };
}

export const withLastingShown = ({ text, parts }: Preview, lasting: string): Preview =>
  lasting === ''
    ? { text, parts }
    : { text: `${text}\n\n${lasting}`, parts: [...parts, { kind: 'text', text: lasting }] };
