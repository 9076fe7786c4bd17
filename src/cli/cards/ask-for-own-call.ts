import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Approval } from '../../core/approval/approval.ts';
import type { HostClient } from '../host-client.ts';
import { askCard } from './ask-card.ts';
import { decideAt } from './decide-at.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { type Keys, openKeys } from './keys.ts';

type Data = Record<string, unknown>;

interface OwnCall {
  readonly tool: string;
  readonly args: Data;
  /** Makes the call; `isPending` where it ended before a person answered. */
  make(): Promise<{ readonly result: Data; readonly isPending: boolean }>;
}

/** What came of a call; an approval where the person left its question open. */
type Outcome = { readonly result: Data } | { readonly left: Approval };

/** Shows the person who makes a call the card of that call, on stderr, and goes on with the answer. */
export async function askForOwnCall(client: HostClient, own: OwnCall): Promise<Outcome> {
  const out = process.stderr;
  const startedAt = new Date().toISOString();
  const inbox = await createInbox(client);
  const keys = openKeys(process.stdin, out);
  const isOwn = (approval: Approval): boolean =>
    approval.session === client.session && (approval.createdAt >= startedAt || isSame(approval, own));
  try {
    for (;;) {
      const ended = new AbortController();
      const answering = answerCard({ client, inbox, keys, out, isOwn, ended: ended.signal });
      const calling = own.make();
      const first = await Promise.race([calling, answering]);
      if ('left' in first) return first;
      const { result, isPending } = await calling;
      if (!isPending) {
        ended.abort();
        return { result };
      }
      // The call waits only for a while; its card is still open, and it is made again once that is answered.
      const answered = await answering;
      if ('left' in answered) return answered;
    }
  } finally {
    keys.close();
    inbox.close();
  }
}

/** Shows the person who follows some work the cards that come up meanwhile; one that is left is not shown again. */
export async function answerWhile<T>(
  client: HostClient,
  isWanted: (approval: Approval) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  const out = process.stderr;
  const inbox = await createInbox(client);
  const keys = openKeys(process.stdin, out);
  const ended = new AbortController();
  const seen = new Set<string>();
  const isOwn = (approval: Approval): boolean => !seen.has(approval.id) && isWanted(approval);
  const answering = async (): Promise<never> => {
    for (;;) {
      const parts = { client, inbox, keys, out, isOwn, ended: ended.signal };
      const said = await answerCard({ ...parts, delayMs: CATCH_UP_MS });
      const { id } = 'left' in said ? said.left : said.answered;
      seen.add(id);
      if ('left' in said && !ended.signal.aborted)
        out.write(`Its question stays open: toolgate approvals approve ${id.slice(0, 8)} (or deny)\n`);
    }
  };
  try {
    return await Promise.race([work(), answering()]);
  } finally {
    ended.abort();
    keys.close();
    inbox.close();
  }
}

interface AnswerParts {
  readonly client: HostClient;
  readonly inbox: Inbox;
  readonly keys: Keys;
  readonly out: NodeJS.WriteStream;
  readonly isOwn: (approval: Approval) => boolean;
  /** The call is over. */
  readonly ended: AbortSignal;
  readonly delayMs?: number;
}

/** What was printed before a question is to stand above it. */
const CATCH_UP_MS = 500;

/** Settles once a card was answered, here or elsewhere, or left. */
async function answerCard(parts: AnswerParts): Promise<{ answered: Approval } | { left: Approval }> {
  const { client, inbox, keys, out, isOwn, ended, delayMs = 0 } = parts;
  const approval = await nextOwn(inbox, isOwn, ended);
  if (delayMs > 0) await pause(delayMs);
  const { signal, reason } = inbox.open(approval);
  try {
    const either = AbortSignal.any([signal, ended]);
    const said = await askCard(approval, { keys, out, signal: either, ignoreKeysMs: 0 });
    if (said === 'quit' || said === 'later') return { left: approval };
    out.write(`${await decideAt(client, approval, said.answer)}\n`);
  } catch (error) {
    if (!signal.aborted && !ended.aborted) throw error;
    if (signal.aborted) out.write(`\n${reason()}\n`);
  }
  return { answered: approval };
}

async function nextOwn(
  inbox: Inbox,
  isOwn: (approval: Approval) => boolean,
  ended: AbortSignal,
): Promise<Approval> {
  while (!ended.aborted) {
    const approval = inbox.next(isOwn);
    if (approval) return approval;
    await aborted(AbortSignal.any([inbox.arrival(), ended]));
  }
  // The call is over and asked nothing: this never settles, and nobody waits for it.
  return new Promise(() => {});
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** The same question may have been asked before, by an earlier call from this directory. */
const isSame = ({ tool, args }: Approval, own: OwnCall): boolean =>
  tool === own.tool &&
  Object.entries(own.args).every(([name, value]) => isDeepStrictEqual(args[name], value));
