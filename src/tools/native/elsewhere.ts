import type { Assessment, RiskJudge } from '../../core/call/assessment.ts';
import type { FoundNames } from '../../core/path/found-names.ts';
import { isAtLeast } from '../../core/risk.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import { computedCommands, parsed } from './computed-commands.ts';
import { type OtherReading, otherReadings } from './other-readings.ts';
import { cwdsOf } from './reading-commands.ts';

export interface NativeLine {
  readonly line: string;
  readonly cwd: string | undefined;
  /** Other directories in which it may run. */
  readonly places: readonly string[];
  /** No other shell runs it. */
  readonly isBash: boolean;
}

export interface Elsewhere {
  readonly why: string | undefined;
  /** What it reads there. */
  readonly reaches: readonly string[];
}

interface Judges extends Pick<RiskJudge, 'foundNames' | 'meaningsOf'> {
  readonly judgeAs: (line: string, cwd: string | undefined) => Promise<Assessment>;
}

/** Why the line does more where another shell reads it, or in another directory, and the files that it reads there. */
export async function elsewhereOf(
  { line, cwd, places, isBash }: NativeLine,
  here: Assessment,
  judges: Judges,
): Promise<Elsewhere> {
  const reaches = new Set(here.reaches);
  const script = parsed(line);
  const readings: readonly (OtherReading & { readonly cwd: string | undefined })[] = [
    ...(script && !isBash ? otherReadings(line, script) : []).map((one) => ({ ...one, cwd })),
    ...places.map((place) => ({ line, cwd: place, why: `its terminal may be in ${place} by now` })),
  ];
  const computed = computedIn(line, namesIn(here, cwd, judges));
  for (const { line: other, cwd: at, why } of readings) {
    const there = other === undefined ? undefined : await judges.judgeAs(other, at);
    if (!there || other === undefined || isWorse(there, here)) return { why, reaches: [...reaches] };
    if (computedIn(other, namesIn(there, at, judges)) > computed) return { why, reaches: [...reaches] };
    if (at !== cwd && startsOther(there, here)) return { why, reaches: [...reaches] };
    for (const path of there.reaches ?? []) reaches.add(path);
  }
  return { why: undefined, reaches: [...reaches] };
}

const isWorse = (there: Assessment, here: Assessment): boolean =>
  !isAtLeast(here.risk, there.risk) || (here.isPure === true && !there.isPure);

/** `npm test` is another command in another project. */
const startsOther = (there: Assessment, here: Assessment): boolean =>
  canonicalJson(startedBy(there)) !== canonicalJson(startedBy(here));
const startedBy = ({ scripts = [], runs = [], unfound = [] }: Assessment) => ({ scripts, runs, unfound });

function computedIn(line: string, namesOf: (pattern: string) => FoundNames): number {
  const script = parsed(line);
  return script ? computedCommands(script, namesOf).length : Number.POSITIVE_INFINITY;
}

/** How the names look that a pattern finds in any of the places where a line may run. */
export function namesIn(
  { commands = [] }: Pick<Assessment, 'commands'>,
  cwd: string | undefined,
  { foundNames, meaningsOf }: Pick<RiskJudge, 'foundNames' | 'meaningsOf'>,
): (pattern: string) => FoundNames {
  const cwds = cwdsOf(commands, { cwd, meaningsOf });
  return (pattern) => {
    const found = cwds?.map((place) => foundNames(pattern, place));
    return {
      isOption: found?.some(({ isOption }) => isOption) ?? true,
      isParted: found?.some(({ isParted }) => isParted) ?? true,
    };
  };
}
