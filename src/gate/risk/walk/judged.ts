import { highestRisk, type Risk } from '../../../core/risk.ts';
import { type Finding, finding } from '../finding.ts';
import type { Value } from '../parse/words.ts';
import type { ShellRisk } from './judge-shell.ts';

/** One command, redirection or assignment, with what was found out about it. */
export interface Judged {
  readonly text: string;
  readonly words?: readonly string[];
  /** It sets this variable, as it is written. */
  readonly variable?: string;
  readonly findings: readonly Finding[];
}

/** A command that another one would run. */
export interface Inner {
  readonly words: readonly string[];
  readonly risk: Risk;
  /** Words for people, as far as anybody can tell: they are covered by whatever covers the command they are handed to. */
  readonly isText?: boolean;
}

export const innerOf = (words: readonly Value[], findings: readonly Finding[]): Inner => ({
  words: words.map(({ text }) => text),
  risk: highestRisk(findings.map(({ risk }) => risk)),
});

/** The commands of a line within a line. */
export const innerCommands = ({ risk, commands, weighty }: ShellRisk): Inner[] =>
  commands.map((words) => ({ words, risk: weighty.includes(words) ? risk : 'SAFE' }));

/** What a line within a line is to the one around it. */
export const asFinding = (judged: ShellRisk, text: string): Finding => {
  const { risk, reasons, isForbidden, isNetwork, isSecret, isSyntax, needs } = judged;
  return finding(risk, reasons[0] ?? text, { isForbidden, isNetwork, isSecret, isSyntax, needs });
};
