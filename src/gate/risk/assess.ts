import type { Assessment } from '../../core/assessment.ts';
import { highestRisk } from '../../core/risk.ts';
import { byWeight, finding } from './finding.ts';
import { judgeWords } from './judge-words.ts';
import { OPEN } from './output.ts';
import type { Place } from './place.ts';
import { judgeShell } from './shell-risk.ts';
import { known } from './words.ts';

export function assessShell(command: string, place: Place): Assessment {
  const { risk, reasons, isForbidden, commands } = judgeShell(command, place);
  return { risk, reasons, commands, ...(isForbidden && { forbidden: reasons[0] ?? 'hard deny' }) };
}

/** No shell: every word is just that. */
export function assessArgv(words: readonly string[], place: Place): Assessment {
  const findings = judgeWords(words.map(known), {
    place,
    stdin: 'nothing',
    input: OPEN,
    command: (argv) =>
      judgeAgain(
        argv.map(({ text }) => text),
        place,
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
    ...(forbidden && { forbidden: forbidden.reason }),
  };
}

const judgeAgain = (words: readonly string[], place: Place) => {
  const { risk, reasons, forbidden } = assessArgv(words, place);
  return [finding(risk, reasons[0] ?? words.join(' '), { isForbidden: forbidden !== undefined })];
};
