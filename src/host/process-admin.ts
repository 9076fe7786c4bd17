import type { Caller } from '../core/call/caller.ts';
import { ToolError } from '../core/errors.ts';
import type { ProcessRecord, ProcessStore } from '../core/process/process-record.ts';
import { type Usage, usageOf } from '../engines/process/child/usage.ts';
import type { ProcessInfo } from '../engines/process/process.ts';
import type { OutputWanted, ProcessOutput } from '../engines/process/processes.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import type { HostProcesses } from './processes.ts';

interface OwnedProcess extends ProcessInfo {
  readonly principal: string;
  readonly client: string;
  /** Of one that runs on this machine. */
  readonly usage?: Usage;
}

/** What a person does with the background processes of all agents. */
export interface ProcessAdmin {
  list(): Promise<readonly OwnedProcess[]>;
  output(processId: string, wanted: OutputWanted): Promise<ProcessOutput>;
  stop(processId: string): Promise<ProcessInfo>;
}

interface Parts {
  readonly of: HostProcesses['of'];
  readonly store: ProcessStore;
  readonly redactor: Pick<Redactor, 'cut'>;
}

export function createProcessAdmin({ of, store, redactor }: Parts): ProcessAdmin {
  const processesOf = (principal: string) =>
    of({
      caller: { ...PERSON, principal },
      signal: new AbortController().signal,
      sandbox: 'none',
      cut: (text, wanted) => redactor.cut(text, wanted).pieces,
    });
  const recordOf = (processId: string): ProcessRecord => {
    const found = store.list().find(({ id }) => id === processId);
    if (!found) throw new ToolError('NOT_FOUND', `There is no process "${processId}"`);
    return found;
  };
  return {
    list: async () => {
      const records = new Map(store.list().map((record) => [record.id, record]));
      const principals = new Set([...records.values()].map(({ principal }) => principal));
      const lists = await Promise.all([...principals].map((principal) => processesOf(principal).list()));
      const all = await Promise.all(lists.flat().map((info) => owned(info, records.get(info.processId))));
      return all.flat().sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
    },
    output: (processId, wanted) => processesOf(recordOf(processId).principal).output(processId, wanted),
    stop: (processId) => processesOf(recordOf(processId).principal).stop(processId),
  };
}

async function owned(info: ProcessInfo, record: ProcessRecord | undefined): Promise<OwnedProcess[]> {
  if (!record) return [];
  const isHere = record.remoteHost === undefined && /^(starting|running)$/.test(info.status);
  const usage = isHere ? await usageOf(info.pid) : undefined;
  return [{ ...info, principal: record.principal, client: record.client, ...(usage && { usage }) }];
}

/** Somebody who looks and stops, and starts nothing. */
const PERSON: Omit<Caller, 'principal'> = {
  client: { name: 'person', version: '' },
  session: 'person',
  transport: 'cli',
  cwd: undefined,
  // Processes of every directory.
  roots: ['/'],
  mode: 'read_only',
  packs: [],
  profile: 'full',
  toolPermissions: {},
  env: {},
};
