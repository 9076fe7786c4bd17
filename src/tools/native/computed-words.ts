import type { Script } from 'unbash';
import type { Assessment } from '../../core/call/assessment.ts';
import type { ClientShell } from '../../core/hook-clients.ts';
import type { FoundNames } from '../../core/path/found-names.ts';
import { isAtLeast } from '../../core/risk.ts';
import { type Beginning, computedCommands, parsed } from './computed-commands.ts';
import { differenceInFish } from './fish-line.ts';
import { otherShells } from './other-shells.ts';
import { differenceWhenTyped } from './typed-line.ts';

interface NativeLine {
  readonly command: string;
  readonly shell: ClientShell;
  readonly unknown?: readonly string[] | undefined;
  /** Why it is worse as another shell reads it. */
  readonly elsewhere?: string | undefined;
  /** How the names look that a pattern finds where it runs. */
  readonly namesOf: (pattern: string) => FoundNames;
}

/**
 * What a program is told only when it runs can be an option, a script for sed or the name of any file, whatever printed it.
 * So nothing that is told such words passes as mere reading, and an answer for other commands of the line is none for it.
 */
export function withComputed(
  judged: Assessment,
  { command: line, shell, unknown = [], elsewhere: known, namesOf }: NativeLine,
): Assessment {
  // Asked about with every word of it.
  if (isAtLeast(judged.risk, 'HIGH')) return judged;
  const script = parsed(line);
  const computed = script ? computedCommands(script, namesOf) : [[]];
  const [first] = computed;
  const elsewhere = script ? (known ?? differenceFor(shell, line, script)) : undefined;
  if (first === undefined && unknown.length === 0 && elsewhere === undefined) return judged;
  const { weighty = [], writes = [] } = judged;
  const isCovered =
    unknown.length === 0 &&
    elsewhere === undefined &&
    computed.every((begin) => begin.length > 0 && weighty.some(beginsWith(begin)));
  return {
    ...judged,
    isPure: false,
    reasons: [
      ...judged.reasons,
      ...(first ? [whatIsOpen(first)] : []),
      ...(elsewhere === undefined
        ? []
        : [`where it runs, it may do something else than it seems: ${elsewhere}`]),
      ...unknown.map((what) => `Toolgate does not know what ${what} makes of it`),
    ],
    // The text of the line, which no beginning of a command covers.
    ...(!isCovered && { weighty: [...weighty, [line]], writes: [...writes, []] }),
  };
}

/** Each knows more than the one before it that may read the line otherwise. */
function differenceFor(shell: ClientShell, line: string, script: Script): string | undefined {
  if (shell === 'bash') return undefined;
  const inScript = otherShells(line, script);
  if (inScript !== undefined || shell === 'login' || shell === 'chosen') return inScript;
  return differenceInFish(line, script) ?? (shell === 'any' ? undefined : differenceWhenTyped(line, script));
}

const whatIsOpen = ([program]: Beginning): string =>
  program === undefined
    ? 'a program, file or directory in it is only known when it runs'
    : `${program} is told something that is only known when it runs`;

const beginsWith =
  (begin: Beginning) =>
  (words: readonly string[]): boolean =>
    begin.every((word, i) => words[i] === word);
