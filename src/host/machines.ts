import { join } from 'node:path';
import { hostOwner } from '../core/address/host-owner.ts';
import type { HostRecords, RemoteKnowledge } from '../core/address/remote-host.ts';
import type { Call } from '../core/call/call.ts';
import type { Config } from '../core/config.ts';
import { socketDirectory } from '../core/path/socket-directory.ts';
import type { CutText } from '../core/text/cut-text.ts';
import { once } from '../core/timing/once.ts';
import type { AttachRemote } from '../engines/process/table/process-table.ts';
import { SecretQuestions } from '../engines/ssh/connect/questions.ts';
import type { HostAdmin } from '../engines/ssh/hosts/host-admin.ts';
import { HostList } from '../engines/ssh/hosts/host-list.ts';
import type { JobTable } from '../engines/ssh/jobs/start-job.ts';
import type { RemoteEngine } from '../engines/ssh/remote.ts';
import { judgeRemotePath } from '../gate/risk/paths/judge-remote-path.ts';
import { lazily } from './lazily.ts';

interface Parts {
  readonly config: Config;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly records: HostRecords;
  readonly installation: string;
  /** The table that shows what runs in the background. */
  readonly processes: JobTable;
}

/** Remote machines of a host: for tools, for the gate that judges them, and for people. */
export interface HostMachines {
  readonly knowledge: RemoteKnowledge;
  of(call: Call, cut: CutText): RemoteEngine;
  /** Follows what an earlier host started on another machine. */
  readonly attach: AttachRemote;
  endSession(session: string): void;
  /** For people. */
  readonly admin: () => Promise<HostAdmin>;
  close(): Promise<void>;
}

export function createHostMachines({
  config,
  dataDir,
  env,
  records,
  installation,
  processes,
}: Parts): HostMachines {
  const directory = socketDirectory(dataDir, 'ssh');
  const hosts = new HostList({ config: config.remote, records, directory });
  const questions = new SecretQuestions();
  const machines = once(async () => {
    const { Machines } = await import('../engines/ssh/machines.ts');
    const { waitMs } = config.approvals;
    return new Machines({
      config: config.remote,
      hosts,
      records,
      directory,
      env,
      installation,
      questions,
      waitMs,
      judge: judgeRemotePath,
      pageBytes: config.outputBudgetBytes,
    });
  });
  const engine = once(async () => {
    const { createRemoteEngine } = await import('../engines/ssh/create-remote.ts');
    return createRemoteEngine(await machines(), processes, join(dataDir, 'transfers'));
  });
  return {
    knowledge: {
      nameOf: (principal, name) => hosts.nameOf(principal, name),
      isUsed: (principal, name) => records.use(principal, name) !== undefined,
      placeOf: (principal, name) => ({
        home: records.use(principal, name)?.home || undefined,
        root: hosts.of(principal).find((host) => host.name === name)?.root,
      }),
      isThere: async (principal, name, path) => {
        const { isThere } = await import('../engines/ssh/files/is-there.ts');
        return isThere((await machines.made)?.connected(principal, name), path);
      },
    },
    of: (call, cut) => lazily(async () => (await engine()).of({ ...userOf(call), cut })),
    attach: async (record, onData) => (await engine()).attach(record, onData),
    admin: once(async () =>
      (await import('../engines/ssh/hosts/host-admin.ts')).createHostAdmin(await machines()),
    ),
    endSession: (session) => void engine.made?.then((made) => made.endSession(session)),
    close: async () => (await machines.made)?.close(),
  };
}

const userOf = ({ request, signal, waitForPerson, facts }: Call) => ({
  principal: request.caller.principal,
  hostOwner: hostOwner(request.caller),
  session: request.caller.session,
  client: request.caller.client.name,
  signal,
  waitForPerson,
  keepBytes: request.keepBytes,
  judged: () => ({ risk: facts.risk ?? 'SAFE', isSecret: facts.isSecret === true }),
  note: (machine: NonNullable<Call['facts']['machines']>[number]) => {
    const others = (facts.machines ?? []).filter(({ host }) => host !== machine.host);
    facts.machines = [...others, machine];
  },
});
