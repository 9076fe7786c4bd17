import { act } from '../api/client.ts';
import { listen } from './event-stream.ts';

/** What came of doing something that may be asked about. */
interface Came {
  /** The question that has to be answered first; then the same is done again. */
  readonly approvalId: string | null;
  /** Where what came of it is shown: the screen that started it goes there. */
  readonly seeAt?: string | undefined;
  /** It only offers to. */
  readonly stays?: boolean;
  /** Done at the end, wherever the person is by then. */
  readonly after?: () => void;
}

export type Work = () => Promise<Came>;

type Stand =
  | { readonly kind: 'busy' | 'denied' | 'expired' }
  | { readonly kind: 'asked'; readonly approvalId: string }
  | { readonly kind: 'done'; readonly seeAt: string | undefined; readonly stays: boolean }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Something a person started on the page. */
export interface OwnCall {
  readonly id: number;
  /** What it is, in words: `Run of Greet`. */
  readonly what: string;
  readonly work: Work;
  readonly stand: Stand;
  /** The screen that started it is still there and shows what comes of it. */
  readonly isWatched: boolean;
}

let calls: readonly OwnCall[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

export const ownCalls = (): readonly OwnCall[] => calls;

export function watchOwnCalls(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Does it, now or as soon as its question is answered with yes, once, as long as the page is open. */
export function startOwnCall(what: string, work: Work): number {
  lastId += 1;
  set([...calls, { id: lastId, what, work, stand: { kind: 'busy' }, isWatched: true }]);
  void run(lastId);
  return lastId;
}

/** Whether the screen that started it is there. */
export const watchOwnCall = (id: number, isWatched: boolean): void => change(id, { isWatched });

export const forgetOwnCall = (id: number): void => set(calls.filter((call) => call.id !== id));

/** Asks how the questions stand: an answer may have come while the stream of events was broken. */
export function lookAtOwnCalls(): void {
  for (const { stand } of calls) if (stand.kind === 'asked') void look(stand.approvalId);
}

listen(['approval.decided', 'approval.expired'], (event) => {
  if (event.name === 'approval.expired') answered(event.data.approvalId, 'expired');
  else if (event.name === 'approval.decided') answered(event.data.approval.id, event.data.approval.status);
});

async function run(id: number): Promise<void> {
  const call = calls.find((one) => one.id === id);
  if (!call) return;
  change(id, { stand: { kind: 'busy' } });
  try {
    const { approvalId, seeAt, stays = false, after } = await call.work();
    if (approvalId === null) {
      change(id, { stand: { kind: 'done', seeAt, stays } });
      after?.();
      return;
    }
    change(id, { stand: { kind: 'asked', approvalId } });
    // It may have been answered before this page heard that it was asked.
    await look(approvalId);
  } catch (error) {
    change(id, { stand: { kind: 'failed', error } });
  }
}

async function look(approvalId: string): Promise<void> {
  const found = await act('approvals/get', { id: approvalId }).catch(() => undefined);
  if (found && found.status !== 'pending') answered(approvalId, found.status);
}

/** Leaves the state `asked` before anything is done, so that a second word of the same answer does nothing. */
function answered(approvalId: string, status: string): void {
  const call = calls.find(({ stand }) => stand.kind === 'asked' && stand.approvalId === approvalId);
  if (!call) return;
  if (status === 'approved') void run(call.id);
  else if (status === 'denied' && !call.isWatched) forgetOwnCall(call.id);
  else if (status === 'consumed') change(call.id, { stand: { kind: 'done', seeAt: undefined, stays: true } });
  else change(call.id, { stand: { kind: status === 'expired' ? 'expired' : 'denied' } });
}

const change = (id: number, to: Partial<Pick<OwnCall, 'stand' | 'isWatched'>>): void =>
  set(calls.map((call) => (call.id === id ? { ...call, ...to } : call)));

function set(next: readonly OwnCall[]): void {
  calls = next;
  for (const watcher of watchers) watcher();
}
