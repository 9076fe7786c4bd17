import { ToolError } from '../../core/errors.ts';
import { findCommand, readFound } from './files/find-tree.ts';
import { type ListOptions, listDirectory, type RemoteListing, walkTree } from './files/list-remote.ts';
import { readRemote } from './files/read-remote.ts';
import { explained } from './files/remote-file-error.ts';
import { absolutePath, type RemotePlace, reachable } from './files/remote-place.ts';
import { writeRemote } from './files/write-remote.ts';
import { knownKeys } from './hosts/known-keys.ts';
import { resolveHost } from './hosts/resolve-host.ts';
import type { Machine, Machines, RemoteUser } from './machines.ts';
import type { Executed, ExecuteSpec, HostFacts, HostSummary, RemoteEngine } from './remote.ts';
import { execute } from './shell/execute.ts';

/** Binds the machines of a host to one call. */
export const createRemote =
  (machines: Machines) =>
  (user: RemoteUser): RemoteEngine => {
    const inPlace = <T>(
      host: string,
      act: (place: RemotePlace, machine: Machine) => Promise<T>,
    ): Promise<T> =>
      machines.use(user, host, (machine) =>
        machine.pool.withSftp(async (sftp) => {
          machine.home ??= await sftp.realPath('.');
          const { name, root } = machine.host;
          const login = machine.pool.lastFacts?.user ?? 'its user';
          return act({ sftp, host: name, user: login, home: machine.home, root }, machine);
        }, user.signal),
      );
    /** A read that lost its connection does no harm when it is done again. */
    const reading = <T>(host: string, act: Parameters<typeof inPlace<T>>[1]): Promise<T> =>
      inPlace(host, act).catch((error: unknown) => {
        if (!isLost(error) || user.signal.aborted) throw error;
        return inPlace(host, act);
      });
    return {
      hosts: async () => summaries(machines, user.principal),
      describe: (host) => describe(machines, user.principal, host),
      execute: (host, spec) => executeOn(machines, user, host, spec),
      list: (host, path, options) =>
        reading(host, (place, machine) => list(path, place, machine, options, user.signal)),
      read: (host, path, options) => reading(host, (place) => readRemote(path, place, options)),
      write: (host, path, options) =>
        inPlace(host, (place) => writeRemote(path, place, options, user.signal)),
    };
  };

const isLost = (error: unknown): boolean =>
  error instanceof ToolError && error.code === 'UNAVAILABLE' && / was lost/.test(error.message);

async function executeOn(
  machines: Machines,
  user: RemoteUser,
  host: string,
  spec: ExecuteSpec,
): Promise<Executed> {
  // Before the connection is made: whoever gave a time limit wants an answer by then.
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
        return { ...(await execute(worker, name, { ...spec, cwd, deadline }, user.signal)), host: name, cwd };
      }, waiting),
    );
  } catch (error) {
    if (hasBegun || !late.aborted || user.signal.aborted) throw error;
    throw new ToolError(
      'TIMEOUT',
      `${machines.parts.hosts.nameOf(user.principal, host) ?? host} was not reached within ${spec.timeoutMs / 1000} s`,
      {
        hint: 'Nothing was executed. Give a longer timeout, or check that the host is up.',
      },
    );
  }
}

const LISTING_SECONDS = 60;

async function list(
  path: string,
  place: RemotePlace,
  machine: Machine,
  options: ListOptions,
  signal: AbortSignal,
): Promise<RemoteListing> {
  const at = await reachable(path, place);
  return explained(at, place, async () => {
    if (!options.recursive) return listDirectory(at, place, options);
    return (await findTree(at, place, machine, options, signal)) ?? walkTree(at, place, options);
  });
}

/** Undefined where there is no find for it; a name that is not UTF-8 is told best by the server itself. */
async function findTree(
  directory: string,
  { sftp, host }: RemotePlace,
  { pool }: Machine,
  options: ListOptions,
  signal: AbortSignal,
): Promise<RemoteListing | undefined> {
  // Says what is wrong with it, where something is: find only stays silent.
  const probe = await sftp.list(directory, () => true);
  if (probe.length === 0) return { path: directory, entries: [], truncated: false };
  return pool.withWorker(async (worker) => {
    if (!worker.facts.hasFindPrint) return undefined;
    const printed: Buffer[] = [];
    const running = worker.run({
      script: findCommand(directory, options),
      cwd: '/',
      limitSeconds: LISTING_SECONDS,
      onOutput: (stream, piece) => stream === 'stdout' && printed.push(Buffer.from(piece)),
    });
    const stop = (): void => running.stop({ force: true });
    signal.addEventListener('abort', stop, { once: true });
    const end = await running.ended;
    signal.removeEventListener('abort', stop);
    if (end === undefined) throw new ToolError('UNAVAILABLE', `The connection to ${host} was lost`);
    return readFound(Buffer.concat(printed), directory, options.limit);
  }, signal);
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
