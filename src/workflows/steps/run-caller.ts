import { type Caller, rightsIn } from '../../core/call/caller.ts';
import type { Services } from '../services.ts';
import type { RunCaller } from './run-work.ts';

/** Who the steps of a run are called by: the workflow itself, on behalf of its starter. */
export const callerOfRun = (
  runId: string,
  { principal, onBehalfOf, startedIn, client, cwd, roots, packs, ...kept }: RunCaller,
  { rightsOf, mayCall }: Pick<Services, 'rightsOf' | 'mayCall'>,
): Caller => ({
  principal,
  onBehalfOf,
  ...(startedIn !== undefined && { startedIn }),
  ...(!mayCall(onBehalfOf) && { refused: `${onBehalfOf}, for whom it runs, was revoked or has expired` }),
  client: { name: client, version: '' },
  session: sessionOf(runId),
  transport: 'run',
  cwd,
  roots,
  // A run that was started when more was allowed gets no more than what is allowed with each of its calls.
  ...rightsOf(rightsIn(kept)),
  settings: () => rightsOf(rightsIn(kept)),
  packs,
  profile: 'full',
  env: {},
});

const PREFIX = 'run:';
export const sessionOf = (runId: string): string => `${PREFIX}${runId}`;
export const runOfSession = (session: string): string | undefined =>
  session.startsWith(PREFIX) ? session.slice(PREFIX.length) : undefined;

/** What is kept of who starts a run. */
export const runCallerOf = (caller: Caller, workflowId: string, version: number): RunCaller => ({
  principal: `workflow:${workflowId}@${version}`,
  onBehalfOf: caller.onBehalfOf ?? caller.principal,
  startedIn: caller.startedIn ?? caller.session,
  client: caller.client.name,
  cwd: caller.cwd,
  roots: caller.roots,
  packs: caller.packs,
  ...rightsIn(caller),
});
