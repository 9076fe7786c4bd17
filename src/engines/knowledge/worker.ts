import { ToolError } from '../../core/errors.ts';
import type { Answered } from '../process/apart/answer-questions.ts';
import type { Side, StartSide } from './sides.ts';

/** Does the heavy work elsewhere; it is started with the first question and leaves when there are none. */
export interface Worker<Question, Answer> {
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

interface Waiting {
  readonly question: unknown;
  isSent: boolean;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

const IDLE_MS = 60_000;

/** `longestMs`: a question that takes longer is given up. A parser cannot be interrupted in another way. */
export function createWorker<Question, Answer>(
  start: StartSide,
  { longestMs }: { readonly longestMs?: number } = {},
): Worker<Question, Answer> {
  const waiting = new Map<number, Waiting>();
  let worker: Side | undefined;
  let idle: NodeJS.Timeout | undefined;
  // Several questions are under way at once. When no answer comes any more, they are put again one by one, to see
  // which of them it is.
  let isOneByOne = false;
  let count = 0;

  const send = (): void => {
    for (const [id, entry] of waiting) {
      worker ??= start({ onAnswer, onError, onTooMuch });
      if (!entry.isSent) worker.post({ id, question: entry.question });
      entry.isSent = true;
      if (isOneByOne) break;
    }
    if (waiting.size > 0) alarm.set();
  };
  const giveUp = (why: string): void => {
    alarm.stop();
    void worker?.end();
    worker = undefined;
    for (const entry of waiting.values()) entry.isSent = false;
    const [first] = waiting.keys();
    const isFound = isOneByOne || waiting.size === 1;
    if (isFound && first !== undefined) take(waiting, first)?.reject(tookTooMuch(why));
    isOneByOne = !isFound && waiting.size > 0;
    send();
  };
  const alarm = createAlarm(longestMs, giveUp);
  const onTooMuch = (from: Side, why: string): void => void (from === worker && giveUp(why));
  const onAnswer = (from: Side, { id, answer, error }: Answered): void => {
    if (from !== worker) return;
    alarm.stop();
    const entry = take(waiting, id);
    if (waiting.size === 0) {
      isOneByOne = false;
      idle = setTimeout(() => void close(), IDLE_MS).unref();
    }
    send();
    if (error) entry?.reject(asError(error));
    else entry?.resolve(answer);
  };
  const onError = (from: Side | undefined, error: Error): void => {
    if (from !== worker) return;
    worker = undefined;
    alarm.stop();
    for (const id of [...waiting.keys()]) take(waiting, id)?.reject(error);
  };
  const close = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    clearTimeout(idle);
    onError(undefined, new ToolError('CANCELLED', 'The knowledge base was closed'));
    await ended?.end();
  };
  return {
    ask: (question) =>
      new Promise<Answer>((resolve, reject) => {
        clearTimeout(idle);
        // Sound: the two sides are written for each other.
        const answered = resolve as (answer: unknown) => void;
        waiting.set(++count, { question, isSent: false, resolve: answered, reject });
        send();
      }),
    close,
  };
}

/** Goes off when no answer comes for so long. */
function createAlarm(longestMs: number | undefined, giveUp: (why: string) => void) {
  let timer: NodeJS.Timeout | undefined;
  const late = (): void => giveUp(`Taking it apart takes longer than ${Number(longestMs) / 1000} seconds`);
  return {
    set: (): void => {
      if (longestMs !== undefined) timer ??= setTimeout(late, longestMs).unref();
    },
    stop: (): void => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

function take(waiting: Map<number, Waiting>, id: number): Waiting | undefined {
  const entry = waiting.get(id);
  waiting.delete(id);
  return entry;
}

const asError = ({ code, message, hint }: NonNullable<Answered['error']>): Error =>
  code ? new ToolError(code, message, { hint }) : new Error(message);

const tookTooMuch = (why: string): ToolError =>
  new ToolError('TOO_LARGE', why, { hint: 'Split it into smaller files, or leave it out.' });
