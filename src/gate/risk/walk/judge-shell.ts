import { hash } from 'node:crypto';
import { type ParsedScript, parse } from 'unbash';
import type { Segment } from '../../../core/call/explanation.ts';
import type { Access } from '../../../core/process/sandbox.ts';
import { isPureVariable } from '../../../core/process/variable-name.ts';
import { highestRisk, isAtLeast, type Risk } from '../../../core/risk.ts';
import { isBareLine } from '../../../core/shell/bare-line.ts';
import { TooLong, withinBudget } from '../budget.ts';
import { byWeight, type Finding, finding, needsOf } from '../finding.ts';
import { computesWithText } from '../parse/computed-text.ts';
import { hidesCommand } from '../parse/hidden-command.ts';
import { openWords } from '../parse/open-words.ts';
import { survey } from '../parse/survey.ts';
import { isWhollyRead } from '../parse/wholly-read.ts';
import type { Place } from '../place.ts';
import { isHarmlessBeside } from '../programs/harmless-beside.ts';
import { judgeJoined } from './combined-risk.ts';
import { isForkBomb } from './fork-bomb.ts';
import { setOtherwise } from './set-otherwise.ts';
import { Walk } from './shell-walk.ts';

export interface ShellRisk {
  readonly risk: Risk;
  /** The weightiest reasons first. */
  readonly reasons: readonly string[];
  readonly segments: readonly Segment[];
  /** No approval helps. */
  readonly isForbidden: boolean;
  readonly isNetwork: boolean;
  readonly isSecret: boolean;
  /** It is not valid Bash, or too long or too deep to be read. */
  readonly isSyntax: boolean;
  /** Only the run knows a program or a file in it that none of its weighty commands names: an answer is about all of it. */
  readonly isOpen: boolean;
  /** Every command in it, word by word; what is decided at run time is an empty word. */
  readonly commands: readonly (readonly string[])[];
  /** What makes the risk of it: the commands, and what is written beside them; an answer is about these. */
  readonly weighty: readonly (readonly string[])[];
  /** For each of these, the files it writes where that is all it does, ordinary ones in open directories. */
  readonly writes: readonly (readonly string[])[];
  readonly needs: readonly Access[];
  /** What it sets for them, as it is written; an answer is about these too. */
  readonly variables: readonly string[];
}

const LONGEST = 65_536;
// Scripts of a project call one another.
const DEEPEST_SHELL = 12;
// The parser looks for the end of each one again; nobody writes this many.
const MOST_HERE_DOCUMENTS = 100;
const DEEPEST_BRACKETS = 200;
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
// Control characters but tab and newline, bidirectional overrides, zero-width characters, line ends that are none to a
// shell: what is seen is not what runs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const TRICKS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** The risk of a line of Bash: the highest of everything in it, however it is wrapped. */
export function judgeShell(source: string, place: Place): ShellRisk {
  try {
    return withinBudget(() => judgeLine(source, place, 0), place.spent);
  } catch (error) {
    return critical(source, couldNotJudge(error));
  }
}

/** No input may stop the gate: what makes the judge fail is judged as the worst. */
export const couldNotJudge = (error: unknown): string =>
  error instanceof TooLong
    ? error.message
    : `Toolgate could not judge it (${error instanceof Error ? error.message : String(error)})`;

function judgeLine(source: string, place: Place, depth: number): ShellRisk {
  const refused = refusal(source, depth);
  if (refused !== undefined) return critical(source, refused);
  const script = parsed(source);
  if (!script) return critical(source, 'It is nested too deeply to judge');
  const facts = survey(script);
  if (facts.problem !== undefined) return critical(source, facts.problem);
  if (!isWhollyRead(source, script)) return critical(source, 'Part of it cannot be read');
  if (isForkBomb(script)) return { ...critical(source, 'It is a fork bomb'), isForbidden: true };
  if (hidesCommand(source, script))
    return { ...critical(source, 'A command may be hidden in the name of a variable'), isSyntax: false };
  const open = openWords(script);
  if (place.notes && (open.isOpen || !isBareLine(source))) place.notes.isImpure = true;
  const walk = new Walk(
    { source, script, facts, judgeShell: (text, at) => judgeLine(text, at, depth + 1) },
    place,
  );
  const { judged, inner } = walk.of(script);
  // The whole line: an answer to it covers no other that computes with something else.
  const computed = computesWithText(source, script) ? [{ text: source, findings: [COMPUTED] }] : [];
  const all = summary({ judged: [...judged, ...setOtherwise(source, script), ...computed], inner }, source);
  const isAnswered = (begin: readonly string[]): boolean =>
    begin.length > 0 && all.weighty.some((words) => begin.every((word, i) => words[i] === word));
  return { ...all, isOpen: open.isOpen || !open.toldPrinted.every(isAnswered) };
}

const COMPUTED = finding(
  'MEDIUM',
  'It computes with a text that only the run knows, which may hold a command',
);

/** The parser calls itself for each level; undefined where that is more than the stack holds. */
function parsed(source: string): ParsedScript | undefined {
  try {
    return parse(source);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function refusal(source: string, depth: number): string | undefined {
  if (source.length > LONGEST) return `It is longer than ${LONGEST} characters`;
  if (TRICKS.test(source)) return 'It contains control or invisible characters';
  if (source.split('<<').length > MOST_HERE_DOCUMENTS) return 'It contains too many here-documents to judge';
  if (isTangled(source)) return 'It is nested too deeply to judge';
  return depth > DEEPEST_SHELL ? 'It is nested too deeply to judge' : undefined;
}

/** Brackets that nobody closes: for each, the parser would look through all the rest. */
function isTangled(source: string): boolean {
  let braces = 0;
  let brackets = 0;
  for (let i = 0; i < source.length; i++) {
    const code = source.charCodeAt(i);
    if (code === OPEN_BRACE) braces++;
    else if (code === OPEN_BRACKET) brackets++;
    else if (code === CLOSE_BRACE) braces = Math.max(0, braces - 1);
    else if (code === CLOSE_BRACKET) brackets = Math.max(0, brackets - 1);
    if (braces > DEEPEST_BRACKETS || brackets > DEEPEST_BRACKETS) return true;
  }
  return false;
}

const critical = (text: string, reason: string): ShellRisk => ({
  risk: 'CRITICAL',
  reasons: [reason],
  segments: [{ text: text.slice(0, 200), risk: 'CRITICAL', reasons: [reason] }],
  isForbidden: false,
  isNetwork: false,
  isSecret: false,
  isSyntax: true,
  isOpen: false,
  commands: [],
  weighty: [],
  writes: [],
  needs: [],
  variables: [],
});

function summary({ judged, inner }: ReturnType<Walk['of']>, source: string): ShellRisk {
  const findings = judged.flatMap((one) => one.findings);
  const isNetwork = findings.some((one) => one.isNetwork);
  // Either alone may be all right; together they carry a secret away.
  const isSecret = findings.some((one) => one.isSecret);
  const leak =
    isNetwork && findings.some((one) => one.isSecret)
      ? [finding('CRITICAL', 'It reads something secret and talks to other machines')]
      : [];
  const all = [...leak, ...judgeJoined(judged), ...findings];
  const risk = highestRisk(all.map((one) => one.risk));
  const parts = [
    ...judged.map(({ text, words, findings: own }) => ({
      isText: false,
      words,
      text,
      risk: highestRisk(own.map((one) => one.risk)),
      writes: justWritten(own),
    })),
    ...inner.map((one) => ({ isText: false, ...one, text: '', writes: [] })),
  ];
  const floor = isAtLeast(risk, 'MEDIUM') ? 'MEDIUM' : 'LOW';
  const needs = needsOf(all);
  // What only reads in the closed sandbox may do more with the access that another command of the line brings.
  const isOpen = floor === 'MEDIUM' || needs.length > 0;
  const isBeside = ({ words, text }: { words: readonly string[] | undefined; text: string }): boolean =>
    isOpen && (words === undefined ? READS_FILE.test(text) : !isHarmlessBeside(words));
  const weighty = parts.filter((one) => !one.isText && (isAtLeast(one.risk, floor) || isBeside(one)));
  const commands = parts.flatMap(({ words }) => (words ? [words] : []));
  return {
    risk,
    reasons: [
      ...new Set(
        byWeight(all)
          .filter((one) => one.risk !== 'SAFE')
          .map(({ reason }) => reason),
      ),
    ].slice(0, 8),
    segments: judged.map(({ text, findings: own }) => ({
      text,
      risk: highestRisk(own.map(({ risk }) => risk)),
      reasons: [...new Set(own.filter(({ risk }) => risk !== 'SAFE').map(({ reason }) => reason))],
    })),
    isForbidden: all.some((one) => one.isForbidden),
    isNetwork,
    isSecret: isSecret === true,
    isSyntax: false,
    isOpen: false,
    commands,
    weighty: weighty.map(({ words, text }) => words ?? [text]),
    writes: weighty.map(({ writes }) => writes),
    needs,
    variables: [...judged.flatMap(({ variable = [] }) => variable), ...handedOn(commands, source)],
  };
}

/** `export NAME`, `set -a`: whatever gave the variable its value, only the very same line gives it the same one. */
const handedOn = (commands: readonly (readonly string[])[], source: string): string[] =>
  commands.some(
    ([program = '', ...words]) =>
      (/^(export|declare|typeset|readonly)$/.test(program) &&
        words.some((word) => /^\w*$/.test(word) && !isPureVariable(word))) ||
      (program === 'set' && words.some((word) => /^-[a-z]*a|^allexport$/.test(word))),
  )
    ? [`LINE=${hash('sha256', source).slice(0, 16)}`]
    : [];

/** A redirection; not one of text that stands in the line. */
const READS_FILE = /^\d*<(?![<&]|[ \t]*\/dev\/null$)/;

function justWritten(findings: readonly Finding[]): readonly string[] {
  const paths = findings.filter((one) => isAtLeast(one.risk, 'MEDIUM')).map(({ writes }) => writes);
  const files = paths.filter((path) => path !== undefined);
  return files.length === paths.length ? [...new Set(files)] : [];
}
