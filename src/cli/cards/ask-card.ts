import type { Approval, ApprovalAnswer } from '../../core/approval/approval.ts';
import { type Choice, choicesFor } from '../../core/approval/approval-answer.ts';
import { isTyped, targetOf } from '../../core/approval/approval-target.ts';
import { terminalText } from '../terminal-text.ts';
import { cardFoot, cardHead, previewLines } from './card-text.ts';
import { editArguments } from './edit-args.ts';
import { CTRL_C, type Keys } from './keys.ts';
import { paint, paintRisk } from './paint.ts';

interface Terminal {
  readonly keys: Keys;
  readonly out: NodeJS.WriteStream;
}

interface AskOptions extends Terminal {
  /** Ends the question: it was decided elsewhere, or its time is over. */
  readonly signal: AbortSignal;
  /** How long keys are ignored once the card is drawn: a key meant for the card before must not answer this one. */
  readonly ignoreKeysMs: number;
}

/** What a person said to a card; `later` leaves it open. */
export type Said = { readonly answer: ApprovalAnswer } | 'later' | 'quit';

/** Shows a card and takes one key as the answer; a key that means nothing changes nothing. */
export async function askCard(approval: Approval, options: AskOptions): Promise<Said> {
  const { keys, out, signal, ignoreKeysMs } = options;
  const choices = choicesFor(approval.card);
  const lines = previewLines(approval);
  const pageRows = Math.max(5, (out.rows ?? 24) - 12);
  let from = 0;
  let notice = '';
  out.write(`\n${head(approval, out)}\n\n`);
  for (;;) {
    const page = lines.slice(from, from + pageRows);
    out.write(
      `${page.join('\n')}\n${foot(approval, { choices, lines: lines.length, from, pageRows, notice }, out)}`,
    );
    notice = '';
    const key = await keyOf({ keys, signal, ignoreKeysMs }, meant(choices, lines.length > pageRows));
    out.write(`${key === CTRL_C ? '' : key}\n`);
    if (key === CTRL_C || key === 'q') return 'quit';
    if (key === 'l') return 'later';
    if (key === ' ' || key === 'b') {
      from = key === ' ' ? nextPage(from, pageRows, lines.length) : Math.max(0, from - pageRows);
      continue;
    }
    const answer = await answerBy(key, approval, options);
    if (!answer) continue;
    if (answer.verdict === 'deny' || (await isConfirmed(approval, options))) return { answer };
    notice = `That is not what was to be typed; nothing was allowed.`;
  }
}

async function answerBy(
  key: string,
  approval: Approval,
  options: AskOptions,
): Promise<ApprovalAnswer | undefined> {
  if (key === 'e') return edited(approval, options);
  if (key === 'r') return deniedWithReason(options);
  return choicesFor(approval.card).find((one) => one.key === key)?.answer;
}

/** The agent is told the reason, and can do what the person wants instead. */
async function deniedWithReason({ keys, signal }: AskOptions): Promise<ApprovalAnswer | undefined> {
  const feedback = (await keys.line('Why, or what to do instead: ', signal))?.trim();
  return feedback ? { verdict: 'deny', scope: 'once', feedback } : undefined;
}

const nextPage = (from: number, rows: number, lines: number): number =>
  from + rows < lines ? from + rows : from;

const meant = (choices: readonly Choice[], isLong: boolean): string[] => [
  ...choices.map(({ key }) => key),
  ...['r', 'e', 'l', 'q', CTRL_C],
  ...(isLong ? [' ', 'b'] : []),
];

async function keyOf(
  { keys, signal, ignoreKeysMs }: Pick<AskOptions, 'keys' | 'signal' | 'ignoreKeysMs'>,
  wanted: readonly string[],
): Promise<string> {
  const notBefore = performance.now() + ignoreKeysMs;
  for (;;) {
    const key = (await keys.next({ signal, notBefore })).toLowerCase();
    if (wanted.includes(key)) return key;
  }
}

function head(approval: Approval, out: NodeJS.WriteStream): string {
  const [title = '', risk = '', ...rest] = cardHead(approval);
  return [
    paint('bold', title, out),
    risk.replace(approval.card.risk, paintRisk(approval.card.risk, out)),
    ...rest,
  ].join('\n');
}

interface Shown {
  readonly choices: readonly Choice[];
  readonly lines: number;
  readonly from: number;
  readonly pageRows: number;
  /** What became of the last key: above the keys, where a long preview does not push it off the screen. */
  readonly notice: string;
}

/** Right above the keys stands what they are about: a long preview has pushed the head off the screen. */
function foot(
  approval: Approval,
  { choices, lines, from, pageRows, notice }: Shown,
  out: NodeJS.WriteStream,
): string {
  const isLong = lines > pageRows;
  const shown = `lines ${from + 1}-${Math.min(lines, from + pageRows)} of ${lines}; space: next page, b: back`;
  const keys = [
    ...choices.map(({ key, title }) => `[${key}] ${title}`),
    '[r] Deny with a reason',
    '[e] Edit the arguments',
    '[l] Later',
    '[q] Quit',
  ];
  return [
    ...(isLong ? [paint('dim', shown, out)] : []),
    '',
    ...cardFoot(approval),
    `${paintRisk(approval.card.risk, out)} ${approval.tool}, asked by ${terminalText(approval.client)}`,
    ...(notice === '' ? [] : [paint('bold', notice, out)]),
    `${keys.join('  ')} `,
  ].join('\n');
}

async function edited(
  approval: Approval,
  { keys, out, signal }: AskOptions,
): Promise<ApprovalAnswer | undefined> {
  try {
    const editedArgs = await keys.lend(() => editArguments(approval.args));
    if (!editedArgs) {
      out.write('Nothing was changed.\n');
      return undefined;
    }
    out.write(
      `${terminalText(JSON.stringify(editedArgs, null, 2))}\nRun it once with these arguments? [y] Yes  [n] No `,
    );
    const key = await keyOf({ keys, signal, ignoreKeysMs: 0 }, ['y', 'n', CTRL_C]);
    out.write(`${key === 'y' ? 'y' : 'n'}\n`);
    return key === 'y' ? { verdict: 'approve', scope: 'once', editedArgs } : undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    out.write(`${terminalText(error instanceof Error ? error.message : String(error))}\n`);
    return undefined;
  }
}

/** What cannot be undone is not allowed by one key: the person types what it is about. */
async function isConfirmed(approval: Approval, { keys, out, signal }: AskOptions): Promise<boolean> {
  if (approval.card.risk !== 'CRITICAL') return true;
  const target = targetOf(approval);
  const typed = await keys.line(`Type "${paint('bold', target, out)}" to allow it: `, signal);
  return typed !== undefined && isTyped(typed, target);
}
