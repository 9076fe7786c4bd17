import { ToolError } from '../../core/errors.ts';
import type { ProcessRecord } from '../../core/process/process-record.ts';
import { answerBody, answerShare } from '../../core/text/answer-body.ts';
import type { CutText } from '../../core/text/cut-text.ts';
import type { Stream } from '../process/process.ts';
import {
  type Changing,
  chmodRemote,
  chownRemote,
  deleteRemote,
  makeRemoteDirectory,
  moveRemote,
  statRemote,
} from './files/change-remote.ts';
import { download } from './files/download.ts';
import { createFoundReader, findCommand } from './files/find-tree.ts';
import { type ListOptions, listDirectory, type RemoteListing, walkTree } from './files/list-remote.ts';
import { readRemote } from './files/read-remote.ts';
import { explained } from './files/remote-file-error.ts';
import { absolutePath, type RemoteVerdict, reachable } from './files/remote-place.ts';
import { upload } from './files/upload.ts';
import { writeRemote } from './files/write-remote.ts';
import { Forwards } from './forward/forwards.ts';
import { knownKeys } from './hosts/known-keys.ts';
import { resolveHost } from './hosts/resolve-host.ts';
import { attachJob } from './jobs/attach-job.ts';
import { type JobTable, remoteFacts, startJob } from './jobs/start-job.ts';
import type { Machines, RemoteUser } from './machines.ts';
import type { Executed, ExecuteSpec, HostFacts, HostSummary, RemoteEngine } from './remote.ts';
import { execute } from './shell/execute.ts';
import { runScript } from './shell/run-script.ts';

/** Remote machines for calls; and what goes on without one. */
export function createRemoteEngine(machines: Machines, jobs: JobTable, keep: string) {
  const forwards = new Forwards(machines);
  return {
    of: (user: JudgedUser): RemoteEngine => ({
      ...filesOf(machines, user, keep),
      hosts: async () => summaries(machines, user.hostOwner),
      describe: (host) => describe(machines, user.hostOwner, host),
      execute: (host, spec) => executeOn({ machines, jobs, user }, host, spec),
      start: (host, spec) => startJob(machines, jobs, user, { host, spec }),
      forward: (host, spec) => forwards.add(user, host, spec),
      forwards: async () => forwards.list(user.principal),
      endForward: (forwardId) => forwards.remove(user.principal, forwardId),
    }),
    attach: async (record: ProcessRecord, onData: OnData) => {
      const { id, pid, principal, hostOwner = principal, remoteHost = '' } = record;
      const host = machines.parts.hosts.find(hostOwner, remoteHost);
      return attachJob({ machine: machines.machineOf(host), id, pid, onData });
    },
    endSession: (session: string): void => forwards.endSession(session),
  };
}

/** A user whose call passed the gate. */
interface JudgedUser extends RemoteUser {
  /** What the gate made of the call. */
  judged(): RemoteVerdict;
  readonly cut: CutText;
}

type OnData = (stream: Stream, piece: Buffer) => void;
type FileActs = Omit<
  RemoteEngine,
  'hosts' | 'describe' | 'execute' | 'start' | 'forward' | 'forwards' | 'endForward'
>;

function filesOf(machines: Machines, user: JudgedUser, keep: string): FileActs {
  const { signal } = user;
  const { pageBytes } = machines.parts;
  const inPlace = <T>(host: string, act: (changing: Changing) => Promise<T>): Promise<T> =>
    machines.use(user, host, (machine) =>
      machine.pool.withSftp(async (sftp) => {
        machine.home ??= await sftp.realPath('.');
        machine.realHome ??= await sftp.realPath(machine.home);
        const { home, realHome } = machine;
        const { name, root } = machine.host;
        const login = machine.pool.lastFacts?.user ?? 'its user';
        const { judge } = machines.parts;
        const place = { sftp, host: name, user: login, home, realHome, root, judge, judged: user.judged() };
        return act({ place, machine, signal });
      }, signal),
    );
  /** A read that lost its connection does no harm when it is done again. */
  const reading = <T>(host: string, act: (changing: Changing) => Promise<T>): Promise<T> =>
    inPlace(host, act).catch((error: unknown) => {
      if (!isLost(error) || signal.aborted) throw error;
      return inPlace(host, act);
    });
  return {
    list: (host, path, options) => reading(host, (changing) => list(path, changing, options)),
    read: (host, path, options) =>
      reading(host, ({ place }) => readRemote(path, place, options, { pageBytes, cut: user.cut })),
    stat: (host, path) => reading(host, (changing) => statRemote(path, changing)),
    write: (host, path, options) => inPlace(host, ({ place }) => writeRemote(path, place, options, signal)),
    makeDirectory: (host, path, options) =>
      inPlace(host, (changing) => makeRemoteDirectory(path, options, changing)),
    delete: (host, path, options) => inPlace(host, (changing) => deleteRemote(path, options, changing)),
    move: (host, from, to, options) => inPlace(host, (changing) => moveRemote(from, to, options, changing)),
    chmod: (host, path, options) => inPlace(host, (changing) => chmodRemote(path, options, changing)),
    chown: (host, path, options) => inPlace(host, (changing) => chownRemote(path, options, changing)),
    upload: (host, source, path, options) =>
      inPlace(host, (changing) => upload(source, path, options, changing)),
    download: (host, path, options) =>
      inPlace(host, (changing) => download(path, { ...options, keep }, changing)),
  };
}

const isLost = (error: unknown): boolean =>
  error instanceof ToolError && error.code === 'UNAVAILABLE' && / was lost/.test(error.message);

interface Executing {
  readonly machines: Machines;
  readonly jobs: JobTable;
  readonly user: RemoteUser;
}

async function executeOn(
  { machines, jobs, user }: Executing,
  host: string,
  { sharedBy, ...spec }: ExecuteSpec,
): Promise<Executed> {
  const { keepBytes } = user;
  const answerBytes = answerShare(answerBody(machines.parts.pageBytes), sharedBy);
  const keeps = keepBytes === undefined ? { answerBytes } : { keepBytes };
  // Before the connection is made: a caller with a time limit wants an answer by then.
  const deadline = performance.now() + spec.timeoutMs;
  const late = AbortSignal.timeout(spec.timeoutMs);
  const waiting = AbortSignal.any([user.signal, late]);
  let hasBegun = false;
  try {
    return await machines.use(user, host, (machine) =>
      machine.pool.withWorker(async (worker) => {
        hasBegun = true;
        const { name, root } = machine.host;
        const { home } = worker.facts;
        const cwd = spec.cwd === undefined ? home : absolutePath(spec.cwd, { home, root });
        const facts = { command: spec.command, cwd, host: name, isKept: false };
        const overflow = jobs.overflow(() => remoteFacts(user, facts));
        const command = { ...spec, cwd, deadline, keeps, overflow };
        return { ...(await execute(worker, name, command, user.signal)), host: name, cwd };
      }, waiting),
    );
  } catch (error) {
    if (hasBegun || !late.aborted || user.signal.aborted) throw error;
    const locked = machines.lockedBy(user, host);
    if (locked) throw locked;
    throw new ToolError(
      'TIMEOUT',
      `${machines.parts.hosts.nameOf(user.hostOwner, host) ?? host} was not reached within ${spec.timeoutMs / 1000} s`,
      {
        hint: 'Nothing was executed. Give a longer timeout, or check that the host is up.',
      },
    );
  }
}

async function list(path: string, changing: Changing, options: ListOptions): Promise<RemoteListing> {
  const { place } = changing;
  const { path: at } = await reachable(path, place, 'list');
  return explained(at, place, async () => {
    if (!options.recursive) return listDirectory(at, place, options);
    return (await findTree(at, changing, options)) ?? walkTree(at, place, options);
  });
}

/** Undefined where the machine has no find for it. */
async function findTree(
  directory: string,
  { place: { sftp }, machine, signal }: Changing,
  options: ListOptions,
): Promise<RemoteListing | undefined> {
  const isAble = machine.facts?.hasFindPrint !== false;
  const found = createFoundReader(directory, options.limit);
  const finding = isAble
    ? runScript(machine, findCommand(directory, options), { signal, onStdout: found.take })
    : undefined;
  finding?.catch(() => {});
  // Says what is wrong with it, where something is: find only stays silent. Both at once, for a long way's sake.
  const probe = await sftp.list(directory, { isEnough: () => true });
  if (probe.length === 0) return { path: directory, entries: [], truncated: false };
  if (!finding) return undefined;
  const { status } = await finding;
  return status === 0 ? found.listing() : undefined;
}

function summaries(machines: Machines, principal: string): HostSummary[] {
  const { hosts, records } = machines.parts;
  const usual = hosts.nameOf(principal, '');
  return hosts.of(principal).map(({ name, source, root }) => {
    const lastUsedAt = records.use(principal, name)?.lastUsedAt;
    return {
      name,
      source,
      ...(root !== undefined && { root }),
      isDefault: name === usual,
      isConnected: machines.connected(principal, name) !== undefined,
      ...(lastUsedAt !== undefined && { lastUsedAt }),
    };
  });
}

async function describe(machines: Machines, principal: string, name: string): Promise<HostFacts> {
  const host = machines.parts.hosts.find(principal, name);
  const resolved = await resolveHost(machines.parts.hosts.targetOf(host));
  const keys = await knownKeys(resolved);
  const { user, hostname, port, proxyJump } = resolved;
  return {
    name: host.name,
    user,
    hostname,
    port,
    ...(proxyJump !== undefined && { proxyJump }),
    knownKeys: keys.map(({ type, fingerprint }) => `${type} ${fingerprint}`),
  };
}
