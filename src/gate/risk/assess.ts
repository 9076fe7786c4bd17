import type { Assessment } from '../../core/assessment.ts';
import { highestRisk } from '../../core/risk.ts';
import { byWeight, DEEPEST_WRAPPERS, finding, WRAPPED_TOO_OFTEN } from './finding.ts';
import { judgeWords } from './judge-words.ts';
import { OPEN } from './output.ts';
import type { Place } from './place.ts';
import { judgeShell } from './shell-risk.ts';
import { known } from './words.ts';

export function assessShell(command: string, place: Place): Assessment {
  const { risk, reasons, isForbidden, isNetwork, commands, weighty, writes } = judgeShell(command, place);
  return {
    risk,
    reasons,
    commands,
    weighty,
    ...(isNetwork && { isNetwork }),
    writes,
    reaches: [...(place.reached ?? [])],
    ...(isForbidden && { forbidden: reasons[0] ?? 'hard deny' }),
  };
}

/** No shell: every word is just that. */
export function assessArgv(words: readonly string[], place: Place, depth = 0): Assessment {
  const findings = judgeWords(words.map(known), {
    place,
    stdin: 'nothing',
    input: OPEN,
    command: (argv) =>
      depth > DEEPEST_WRAPPERS
        ? [WRAPPED_TOO_OFTEN]
        : judgeAgain(
            argv.map(({ text }) => text),
            place,
            depth + 1,
          ),
    shell: (source) => {
      const { risk, reasons, isForbidden } = judgeShell(source.text, place);
      return [finding(source.isKnown ? risk : 'CRITICAL', reasons[0] ?? source.text, { isForbidden })];
    },
  });
  const weighty = byWeight(findings).filter(({ risk }) => risk !== 'SAFE');
  const forbidden = weighty.find(({ isForbidden }) => isForbidden);
  return {
    risk: highestRisk(findings.map(({ risk }) => risk)),
    reasons: [...new Set(weighty.map(({ reason }) => reason))],
    commands: [words],
    reaches: [...(place.reached ?? [])],
    ...(findings.some(({ isNetwork }) => isNetwork) && { isNetwork: true }),
    ...(forbidden && { forbidden: forbidden.reason }),
  };
}

const judgeAgain = (words: readonly string[], place: Place, depth: number) => {
  const { risk, reasons, forbidden } = assessArgv(words, place, depth);
  return [finding(risk, reasons[0] ?? words.join(' '), { isForbidden: forbidden !== undefined })];
};
