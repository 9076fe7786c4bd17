import type { Approval } from '../../core/approval/approval.ts';
import { UsageError } from '../../core/errors.ts';
import type { HostClient } from '../host-client.ts';
import { askCard } from './ask-card.ts';
import { decideAt } from './decide-at.ts';
import { createInbox } from './inbox.ts';
import { CTRL_C, openKeys } from './keys.ts';

const BELL = '\u0007';
const IGNORE_KEYS_MS = 500;

/** Shows each question as it comes and takes a key as the answer, until q. */
export async function watchApprovals(client: HostClient): Promise<number> {
  if (!process.stdin.isTTY)
    throw new UsageError('--watch needs a terminal; use toolgate approvals approve ID.');
  const out = process.stdout;
  const inbox = await createInbox(client);
  const keys = openKeys(process.stdin, out);
  try {
    for (;;) {
      const approval = inbox.next() ?? (await waitForCard());
      if (approval === 'quit') return 0;
      out.write(BELL);
      const { signal, reason } = inbox.open(approval);
      try {
        const said = await askCard(approval, { keys, out, signal, ignoreKeysMs: IGNORE_KEYS_MS });
        if (said === 'quit') return 0;
        if (said === 'later') inbox.putOff(approval);
        else out.write(`${await decideAt(client, approval, said.answer)}\n`);
      } catch (error) {
        if (!signal.aborted) throw error;
        out.write(`\n${reason()}\n`);
      }
    }
  } finally {
    keys.close();
    inbox.close();
  }

  async function waitForCard(): Promise<Approval | 'quit'> {
    const later = inbox.putOffCount;
    out.write(
      later === 0
        ? 'Waiting for questions; q ends.\n'
        : `Waiting for questions; r shows the ${later} you put off, q ends.\n`,
    );
    for (;;) {
      const arrival = inbox.arrival();
      const key = await keys.next({ signal: arrival }).catch(() => undefined);
      if (key === 'q' || key === CTRL_C) return 'quit';
      if (key === 'r') inbox.bringBack();
      const next = inbox.next();
      if (next) return next;
    }
  }
}
