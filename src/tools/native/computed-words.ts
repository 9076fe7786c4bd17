import type { Assessment } from '../../core/call/assessment.ts';
import { isAtLeast } from '../../core/risk.ts';
import { type Beginning, computedCommands } from './computed-commands.ts';

/**
 * What a program is told only when it runs can be an option, a script for sed or the name of any file, whatever printed it.
 * So nothing that is told such words passes as mere reading, and an answer for other commands of the line is none for it.
 */
export function withComputed(
  judged: Assessment,
  {
    command: line,
    unknown = [],
  }: { readonly command: string; readonly unknown?: readonly string[] | undefined },
): Assessment {
  // Asked about with every word of it.
  if (isAtLeast(judged.risk, 'HIGH')) return judged;
  const computed = computedCommands(line);
  const [first] = computed;
  if (first === undefined && unknown.length === 0) return judged;
  const { weighty = [], writes = [] } = judged;
  const isCovered =
    unknown.length === 0 && computed.every((begin) => begin.length > 0 && weighty.some(beginsWith(begin)));
  return {
    ...judged,
    isPure: false,
    reasons: [
      ...judged.reasons,
      ...(first ? [`${first[0] ?? 'it'} is told something that is only known when it runs`] : []),
      ...unknown.map((what) => `Toolgate does not know what ${what} makes of it`),
    ],
    // The text of the line, which no beginning of a command covers.
    ...(!isCovered && { weighty: [...weighty, [line]], writes: [...writes, []] }),
  };
}

const beginsWith =
  (begin: Beginning) =>
  (words: readonly string[]): boolean =>
    begin.every((word, i) => words[i] === word);
