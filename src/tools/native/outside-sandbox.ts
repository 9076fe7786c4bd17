import type { Assessment } from '../../core/call/assessment.ts';
import type { ClientShell } from '../../core/hook-clients.ts';
import { isAtLeast } from '../../core/risk.ts';
import { isBareLine } from '../../core/shell/bare-line.ts';
import { changesWhatFollows } from '../../core/shell/changes-what-follows.ts';
import { parsed } from '../../core/shell/parsed.ts';
import { isPlainLine } from '../../core/shell/plain-line.ts';
import { type Beginning, maySeePager, toldByRun } from './told-by-run.ts';

interface NativeLine {
  readonly command: string;
  readonly shell: ClientShell;
  readonly unknown?: readonly string[] | undefined;
  /** Why it is worse in another directory in which it may run. */
  readonly elsewhere?: string | undefined;
}

/**
 * Nothing locks in what an agent's own shell runs, and nobody knows for sure which shell that is. So only a line that all of
 * them read alike passes under an answer to other commands, and as mere reading only one of bare words; and no command in it
 * that is told what only the run knows, which can be an option, a script for sed or the name of any file.
 */
export function outsideSandbox(
  judged: Assessment,
  { command: line, shell, unknown = [], elsewhere }: NativeLine,
): Assessment {
  // Asked about with every word of it.
  if (isAtLeast(judged.risk, 'HIGH')) return judged;
  const script = isPlainLine(line, { isTyped: shell === 'terminal' }) ? parsed(line) : undefined;
  const told = script ? toldByRun(script) : [];
  const [first] = told;
  const isPaged = script !== undefined && shell === 'terminal' && maySeePager(script);
  // Nobody was asked about anything in it.
  const isUnbare = script !== undefined && judged.isPure === true && !isBareLine(line);
  const isChanged = script !== undefined && changesWhatFollows(script, judged.weighty ?? []);
  const doubts = [
    ...(script ? [] : [UNPLAIN]),
    ...(isUnbare ? [UNBARE] : []),
    ...(first ? [whatIsOpen(first)] : []),
    ...(isPaged ? [PAGED] : []),
    ...(isChanged ? [CHANGED] : []),
    ...(elsewhere === undefined ? [] : [`it may do something else than it seems: ${elsewhere}`]),
    ...unknown.map((what) => `Toolgate does not know what ${what} makes of it`),
  ];
  if (doubts.length === 0) return judged;
  const { weighty = [], writes = [] } = judged;
  const isCovered =
    script !== undefined &&
    !isUnbare &&
    !isChanged &&
    !isPaged &&
    unknown.length === 0 &&
    elsewhere === undefined &&
    told.every((begin) => begin.length > 0 && weighty.some(beginsWith(begin)));
  return {
    ...judged,
    isPure: false,
    reasons: [...judged.reasons, ...doubts],
    // The text of the line, which no beginning of a command covers.
    ...(!isCovered && { weighty: [...weighty, [line]], writes: [...writes, []] }),
  };
}

const UNPLAIN =
  'outside of the sandbox only plain lines pass: no variables, substitutions, loops, braces, tabs, & or words that begin with a wildcard';

const UNBARE =
  'outside of the sandbox only bare commands run unasked: programs and words, quoted or of plain letters, joined by | && || ;';

const PAGED =
  'git may open a pager in this terminal, which takes the next line for its own: use git --no-pager';

const CHANGED = 'a command of it may change the files that a later one reads or runs';

const whatIsOpen = ([program]: Beginning): string =>
  program === undefined
    ? 'the directory in which it runs is only known then'
    : `${program} is told something that is only known when it runs`;

const beginsWith =
  (begin: Beginning) =>
  (words: readonly string[]): boolean =>
    begin.every((word, i) => words[i] === word);
