import type { Approval } from '../core/approval.ts';
import { UsageError } from '../core/errors.ts';
import { approvalCard } from './approval-card.ts';
import type { HostClient } from './host-client.ts';

const LOOK_EVERY_MS = 500;
const BELL = '\u0007';

const KEYS: Readonly<Record<string, { verdict: 'approve' | 'deny'; scope: 'once' | 'session' | 'always' }>> =
  {
    a: { verdict: 'approve', scope: 'once' },
    s: { verdict: 'approve', scope: 'session' },
    w: { verdict: 'approve', scope: 'always' },
    d: { verdict: 'deny', scope: 'once' },
  };

/** Shows each question as it comes and takes one key as the answer, until q. */
export async function watchApprovals(client: HostClient): Promise<number> {
  if (!process.stdin.isTTY)
    throw new UsageError('--watch needs a terminal; use toolgate approvals approve ID.');
  process.stdin.setRawMode(true);
  const later = new Set<string>();
  process.stdout.write('Waiting for questions; q ends.\n');
  try {
    for (;;) {
      const open = await nextQuestion(client, later);
      if (open === 'end') return 0;
      process.stdout.write(
        `${BELL}\n${approvalCard(open)}\n[a]llow once  [s]ession  al[w]ays  [d]eny  [n]ot now  [q]uit `,
      );
      const key = await readKey();
      const answer = KEYS[key];
      process.stdout.write(`${key}\n`);
      if (key === 'q' || key === '\u0003') return 0;
      if (answer) await decide(client, open, answer);
      else later.add(open.id);
    }
  } finally {
    process.stdin.setRawMode(false);
    process.stdin.pause();
  }
}

async function decide(client: HostClient, { id }: Approval, answer: object): Promise<void> {
  try {
    const { status, scope } = await client.request('admin/approvals/decide', { id, ...answer });
    process.stdout.write(`${String(status)} (${String(scope)})\n`);
  } catch (error) {
    // Somebody else was first, or it expired while it was read.
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}

async function nextQuestion(client: HostClient, later: ReadonlySet<string>): Promise<Approval | 'end'> {
  let pressed = '';
  const onData = (chunk: Buffer): void => {
    pressed = chunk.toString();
  };
  process.stdin.on('data', onData);
  try {
    for (;;) {
      const { approvals } = (await client.request('admin/approvals/list', { status: 'pending' })) as {
        approvals: Approval[];
      };
      const next = approvals.find(({ id }) => !later.has(id));
      if (next) return next;
      if (pressed === 'q' || pressed === '\u0003') return 'end';
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  } finally {
    process.stdin.off('data', onData);
  }
}

const readKey = (): Promise<string> =>
  new Promise((resolve) => process.stdin.once('data', (chunk: Buffer) => resolve(chunk.toString())));
