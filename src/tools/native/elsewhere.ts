import type { Assessment } from '../../core/call/assessment.ts';
import { isAtLeast } from '../../core/risk.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';

export interface NativeLine {
  readonly line: string;
  /** Other directories in which it may run. */
  readonly places: readonly string[];
}

export interface Elsewhere {
  readonly why: string | undefined;
  /** What it reads there. */
  readonly reaches: readonly string[];
}

/** Why the line does more in another directory in which its terminal may be, and the files that it reads there. */
export async function elsewhereOf(
  { line, places }: NativeLine,
  here: Assessment,
  judgeAs: (line: string, cwd: string) => Promise<Assessment>,
): Promise<Elsewhere> {
  const reaches = new Set(here.reaches);
  for (const place of places) {
    const there = await judgeAs(line, place);
    if (isWorse(there, here) || startsOther(there, here))
      return { why: `its terminal may be in ${place} by now`, reaches: [...reaches] };
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
