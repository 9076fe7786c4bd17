import type { Approval } from '../../core/approval/approval.ts';
import type { HostClient } from '../host-client.ts';

/** The questions that wait, kept up to date by the host's events. */
export interface Inbox {
  /** The next one that was not put off, among those that are wanted. */
  next(isWanted?: (approval: Approval) => boolean): Approval | undefined;
  /** Aborts when something arrives. */
  arrival(): AbortSignal;
  /** Aborts when this one was decided elsewhere or its time is over; `reason` says which. */
  open(approval: Approval): { readonly signal: AbortSignal; reason(): string };
  putOff(approval: Approval): void;
  bringBack(): void;
  readonly putOffCount: number;
  close(): void;
}

/** How long a card that was put off stays away by itself. */
const PUT_OFF_MS = 60_000;

export async function createInbox(client: HostClient): Promise<Inbox> {
  const waiting = new Map<string, Approval>();
  const coming = new Set<string>();
  const away = new Map<string, NodeJS.Timeout>();
  let arrived = new AbortController();
  let shown: { readonly id: string; readonly gone: AbortController } | undefined;
  const arrive = (): void => {
    const previous = arrived;
    arrived = new AbortController();
    previous.abort();
  };
  const leave = (id: string, why: string): void => {
    waiting.delete(id);
    coming.delete(id);
    if (shown?.id === id) shown.gone.abort(why);
  };
  const add = (approval: Approval): void => {
    waiting.set(approval.id, approval);
    arrive();
  };
  /** A person who answers reads all of it. */
  const addWhole = async ({ id }: Approval): Promise<void> => {
    coming.add(id);
    // Sound: the act answers an approval.
    const whole = (await client.request('admin/approvals/get', { id })) as unknown as Approval;
    if (coming.delete(id) && whole.status === 'pending') add(whole);
  };
  await client.listen(['approval.asked', 'approval.decided', 'approval.expired'], (event) => {
    if (event.name === 'approval.asked') {
      const { approval } = event.data;
      // Where the host is gone, there is nothing to answer.
      if (approval.isShortened) addWhole(approval).catch(() => {});
      else add(approval);
    } else if (event.name === 'approval.decided') {
      const { id, status, decidedBy } = event.data.approval;
      leave(id, `Decided elsewhere: ${status} by ${decidedBy ?? 'a person'}.`);
    } else if (event.name === 'approval.expired') leave(event.data.approvalId, 'Its time is over.');
  });
  // After the subscription: what was asked in between is in both, and shown once.
  const { approvals } = (await client.request('admin/approvals/list', {})) as { approvals: Approval[] };
  for (const approval of approvals) await (approval.isShortened ? addWhole(approval) : add(approval));
  const bringBack = (): void => {
    for (const timer of away.values()) clearTimeout(timer);
    away.clear();
    arrive();
  };
  return {
    next: (isWanted = () => true) => {
      const now = new Date().toISOString();
      return [...waiting.values()].find(
        (approval) => !away.has(approval.id) && approval.expiresAt > now && isWanted(approval),
      );
    },
    arrival: () => arrived.signal,
    open: (approval) => {
      const gone = new AbortController();
      shown = { id: approval.id, gone };
      const leftMs = Math.max(0, Date.parse(approval.expiresAt) - Date.now());
      setTimeout(() => leave(approval.id, 'Its time is over.'), Math.min(leftMs, 2 ** 31 - 1)).unref();
      return { signal: gone.signal, reason: () => String(gone.signal.reason) };
    },
    putOff: ({ id }) => void away.set(id, setTimeout(bringBack, PUT_OFF_MS).unref()),
    bringBack,
    get putOffCount() {
      return [...away.keys()].filter((id) => waiting.has(id)).length;
    },
    close: () => {
      for (const timer of away.values()) clearTimeout(timer);
    },
  };
}
