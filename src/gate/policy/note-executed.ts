import type { Call } from '../../core/call/call.ts';
import { isAtLeast } from '../../core/risk.ts';
import { namedFiles } from '../approvals/executed-files.ts';
import type { Surroundings } from '../risk/place.ts';
import { wantedAccess } from './confinement.ts';

/**
 * For what may connect, see keys or use the machine: the files it executes count with what is in them, since a command that
 * may only write could turn them into anything. What runs at the same time could even do so between two of their lines.
 */
export function noteExecuted(
  { facts, request: { caller } }: Call,
  { hashFile, writersIn }: Surroundings,
): void {
  const { runs = [], scripts = [] } = facts;
  // What has no commands runs hooks, which nobody changes in the course of the work.
  const isWork = facts.commands !== undefined && onlyWrites(facts);
  if (runs.length + scripts.length === 0 || isWork) return;
  bindExecuted({ facts }, { hashFile });
  const meanwhile = [...new Set(writersIn?.(caller.roots))].sort();
  if (meanwhile.length > 0) facts.meanwhile = meanwhile;
}

/** With what is in them, so that an answer that lasts covers no other text: hooks of a commit, scripts of a workflow. */
export function bindExecuted(
  { facts }: Pick<Call, 'facts'>,
  { hashFile }: Pick<Surroundings, 'hashFile'>,
): void {
  const { runs = [], told = [] } = facts;
  if (runs.length === 0) return;
  const byContent = runs.map((path) => ({ path, isByContent: true }));
  const others = told.filter(({ path }) => !runs.includes(path));
  facts.told = [...others, ...namedFiles(byContent, { hashFile })];
}

function onlyWrites(facts: Call['facts']): boolean {
  const wanted = wantedAccess(facts);
  return wanted.length > 0
    ? wanted.every((one) => one === 'write')
    : !isAtLeast(facts.risk ?? 'CRITICAL', 'MEDIUM');
}
