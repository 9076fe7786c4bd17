import { approvalIn } from '../../core/approval/approval-refusal.ts';
import { ToolError } from '../../core/errors.ts';
import type { Host } from '../create-host.ts';
import type { Actor } from './act.ts';

type Data = Record<string, unknown>;

/** What came of a call: its answer, or the question a person has to answer first; then the same act does it. */
export type Passed =
  | { readonly data: Data; readonly approvalId: null }
  | { readonly data: null; readonly approvalId: string };

/**
 * Makes a call for the person who asks, judged and recorded like any other: such an act has no row of its own. Its scope
 * is `admin`, so it reaches what the lists of that scope show.
 */
export async function throughGate(host: Host, tool: string, args: Data, { caller }: Actor): Promise<Passed> {
  const answer = await host.call({ tool, args, caller: { ...caller, isAdmin: true }, waitMs: 0 });
  if (answer.kind !== 'result')
    throw new ToolError('UNAVAILABLE', `${tool} waits for something that nobody can give here`);
  if (answer.ok) return { data: answer.data, approvalId: null };
  const approvalId = approvalIn(answer.error);
  if (approvalId === undefined) throw answer.error;
  return { data: null, approvalId };
}
