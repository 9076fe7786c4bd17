import type { Caller } from '../../../core/call/caller.ts';
import type { ProcessRecord } from '../../../core/process/process-record.ts';
import type { ProcessInfo } from '../process.ts';
import type { BackgroundFacts } from './background-parts.ts';

/** Its own, or one it left running when it was here before. */
export const isOf = (
  facts: BackgroundFacts,
  { session, principal, client }: Pick<Caller, 'session' | 'principal' | 'client'>,
): boolean =>
  facts.session === session ||
  (facts.isKept && facts.principal === principal && facts.client === client.name);

/** What stays the same of a process, under any host. */
export const factsOf = (record: ProcessRecord): BackgroundFacts => {
  const { id, principal, session, client, name, command, cwd, isKept, sandbox, startedAt } = record;
  const { remoteHost, hostOwner, mayWrite } = record;
  return {
    ...{ id, principal, session, client, name, command, cwd, isKept, sandbox, startedAt },
    ...(mayWrite !== undefined && { mayWrite }),
    ...(remoteHost !== undefined && { remoteHost }),
    ...(hostOwner !== undefined && { hostOwner }),
  };
};

export const infoOf = (record: ProcessRecord): ProcessInfo => {
  const { id, name, command, cwd, pid, status, startedAt, endedAt, exitCode, signal, restarts } = record;
  return {
    processId: id,
    name,
    command,
    cwd,
    pid,
    status,
    startedAt,
    ...(endedAt !== null && { endedAt, exitCode }),
    ...(signal !== null && { signal }),
    ...(record.remoteHost !== undefined && { host: record.remoteHost }),
    ports: [],
    restarts,
    ...(record.notRestarted !== undefined && { notRestarted: record.notRestarted }),
    keepAlive: record.isKept,
    sandbox: record.sandbox,
  };
};
