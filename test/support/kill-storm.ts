import { expect } from 'vitest';
import { type AuditRow, labelOf, readAudit } from './audit-file.ts';
import type { LineClient } from './line-client.ts';
import { hostPid, until } from './program.ts';
import { sendCall, textOf } from './stdio-agent.ts';

interface Storm {
  /** Marks this round's calls, since the same agents may live through several. */
  readonly round: string;
  readonly callsEach: number;
}

/** All agents call at once, the host is killed in the middle, and every promise about calls is checked. */
export async function stormAndKill(
  dataDir: string,
  agents: readonly LineClient[],
  { round, callsEach }: Storm,
): Promise<void> {
  const before = agents.map(({ received }) => received.length);
  const calls = agents.flatMap((agent, i) =>
    Array.from({ length: callsEach }, (_, n) => ({ agent, label: `${round}-${i}-${n}`, n })),
  );
  // Every tenth takes a moment, so that some are running whenever the end comes.
  for (const { agent, label, n } of calls) sendCall(agent, label, n % 10 === 0 ? 0.05 : 0);
  const answered = (): number =>
    agents.reduce((sum, { received }, i) => sum + received.length - (before[i] ?? 0), 0);
  const killed = await until(
    'a host and its first answers',
    () => answered() > callsEach / 4 && hostPid(dataDir),
  );
  process.kill(killed, 'SIGKILL');

  await until('an answer to every call', () => answered() >= calls.length, 30_000);
  expect(hostPid(dataDir)).not.toBe(killed);
  const answers = agents.flatMap(({ received }, i) => received.slice(before[i]));
  expect(answers.map(({ id }) => id).sort()).toEqual(calls.map(({ label }) => label).sort());
  const rows = readAudit(dataDir);
  const intents = new Map(ofRound(rows, round).map((row) => [labelOf(row), row]));
  expect(ofRound(rows, round).map(labelOf).sort()).toEqual(calls.map(({ label }) => label).sort());

  const outcomes = new Map(rows.filter(({ kind }) => kind === 'outcome').map((row) => [row.callId, row]));
  for (const { agent, label } of calls) {
    const text = await textOf(agent, label);
    const intent = intents.get(label);
    expect(text).toMatch(expectedText(label, intent, outcomes.get(intent?.callId ?? '')));
  }
}

/** The intents of one round; refusals and questions have no place in a storm. */
const ofRound = (rows: readonly AuditRow[], round: string): AuditRow[] =>
  rows.filter((row) => row.kind === 'intent' && labelOf(row).startsWith(`${round}-`));

/** With an outcome on record: the result, or that it was lost. Without one: that nobody knows. */
function expectedText(label: string, intent: AuditRow | undefined, outcome: AuditRow | undefined): RegExp {
  if (!outcome) return new RegExp(`outcome unknown, see audit entry ${intent?.seq}\\n`);
  return new RegExp(`^Computed ${label} in |it succeeded.* see audit entry ${outcome.seq}$`);
}
