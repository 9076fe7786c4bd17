import type { Call } from '../../core/call/call.ts';
import { highestRisk } from '../../core/risk.ts';
import type { Surroundings } from '../risk/place.ts';
import { canRunClosed } from './confinement.ts';

const OWN_ADDRESS = /(?:127\.0\.0\.1|localhost|\[::1\]|0\.0\.0\.0):(\d+)/g;

/** A page of a server that sees secrets is not there in the closed sandbox, unless a person says yes to that. */
export async function noteOwnServer(
  { facts, request: { caller } }: Call,
  { withheldPorts }: Surroundings,
): Promise<void> {
  if (!withheldPorts || !canRunClosed(facts, facts.risk ?? 'CRITICAL')) return;
  const words = (facts.commands ?? []).flat().join(' ');
  const named = [...new Set([...words.matchAll(OWN_ADDRESS)].map(([, port]) => Number(port)))];
  if (named.length === 0) return;
  const withheld = await withheldPorts(caller);
  const servers = named.filter((port) => withheld.includes(port));
  if (servers.length === 0) return;
  facts.servers = servers;
  facts.risk = highestRisk([facts.risk ?? 'CRITICAL', 'MEDIUM']);
  facts.reasons = [
    ...(facts.reasons ?? []),
    ...servers.map((port) => `the server on port ${port} can see secrets of the project`),
  ];
}
