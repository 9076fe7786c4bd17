import type { Assessment } from '../../core/call/assessment.ts';
import type { Access } from '../../core/process/sandbox.ts';
import { highestRisk, isAtLeast, type Risk } from '../../core/risk.ts';
import { withinBudget } from './budget.ts';
import { byWeight, DEEPEST_WRAPPERS, type Finding, finding, needsOf, WRAPPED_TOO_OFTEN } from './finding.ts';
import { OPEN } from './parse/output.ts';
import { known, type Value } from './parse/words.ts';
import { newNotes, type Place } from './place.ts';
import type { Judge } from './programs/judge.ts';
import { judgeWords } from './programs/judge-command.ts';
import { couldNotJudge, judgeShell } from './walk/judge-shell.ts';

/** What a line of Bash would do. */
export function assessShell(command: string, place: Place): Assessment {
  const noted = { ...place, notes: newNotes() };
  const judged = judgeShell(command, noted);
  const { risk, reasons, segments, isForbidden, isNetwork, commands, writes, needs, variables } = judged;
  // With other variables it is another command: they stand in front of it, as in Bash.
  const set = [...new Set(variables)].sort();
  // The text of the line, which no beginning of a command covers.
  const open = judged.isOpen ? [[command]] : [];
  const weighty = [...judged.weighty.map((words) => [...set, ...words]), ...open];
  const { isSecret } = judged;
  return {
    risk,
    reasons,
    segments,
    commands,
    weighty,
    ...(isNetwork && { isNetwork }),
    ...(isSecret && { isSecret }),
    // What only writes may do more with them.
    writes: set.length > 0 ? [] : [...writes, ...open.map(() => [])],
    ...(isForbidden && { forbidden: reasons[0] ?? 'hard deny' }),
    ...noticed(noted, risk, needs),
  };
}

/** The same for a program with its arguments. No shell: every word is just that. */
export function assessArgv(words: readonly string[], place: Place): Assessment {
  const noted = { ...place, notes: newNotes() };
  const findings = judgeSafely(words, noted);
  const risk = highestRisk(findings.map((one) => one.risk));
  const weighty = byWeight(findings).filter((one) => one.risk !== 'SAFE');
  const forbidden = weighty.find(({ isForbidden }) => isForbidden);
  return {
    risk,
    reasons: [...new Set(weighty.map(({ reason }) => reason))],
    commands: [words],
    ...(findings.some(({ isNetwork }) => isNetwork) && { isNetwork: true }),
    ...(findings.some(({ isSecret }) => isSecret) && { isSecret: true }),
    ...(forbidden && { forbidden: forbidden.reason }),
    ...noticed(noted, risk, needsOf(findings)),
  };
}

function judgeSafely(words: readonly string[], place: Place): Finding[] {
  try {
    return withinBudget(() => judgeArgv(words.map(known), place, 0), place.spent);
  } catch (error) {
    return [finding('CRITICAL', couldNotJudge(error))];
  }
}

function judgeArgv(words: readonly Value[], place: Place, depth: number): Finding[] {
  if (depth > DEEPEST_WRAPPERS) return [WRAPPED_TOO_OFTEN];
  const shell: Judge['shell'] = (source, cwds = place.cwds, positional = []) => {
    const { risk, reasons, isForbidden, isNetwork, isSecret, isSyntax, needs } = judgeShell(source.text, {
      ...place,
      cwds,
      positional,
      startsClean: false,
    });
    const more = { isForbidden, isNetwork, isSecret, isSyntax, needs };
    return [finding(source.isKnown ? risk : 'CRITICAL', reasons[0] ?? source.text, more)];
  };
  return judgeWords(words, {
    place,
    shell,
    perhapsShell: shell,
    stdin: 'nothing',
    input: OPEN,
    command: (argv) => judgeArgv(argv, place, depth + 1),
  });
}

function noticed({ reached, notes }: Place, risk: Risk, needs: readonly Access[]): Partial<Assessment> {
  return {
    reaches: [...(reached ?? [])],
    needs,
    isPure: !notes?.isImpure && needs.length === 0 && !isAtLeast(risk, 'MEDIUM'),
    runs: [...(notes?.runs ?? [])],
    scripts: notes?.scripts ?? [],
    unfound: [...(notes?.unfound ?? [])],
    told: [...(notes?.told.values() ?? [])],
    workplaces: [...(notes?.workplaces ?? [])],
    options: [...(notes?.options ?? [])],
    named: [...(notes?.named ?? [])],
    otherWork: [...(notes?.otherWork ?? [])],
  };
}
