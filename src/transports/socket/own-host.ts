import { existsSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { socketPath } from '../../core/path/socket-path.ts';
import { createHost, type Host, type HostParts } from '../../host/create-host.ts';
import { dataDirOf } from '../../host/load-config.ts';
import { type Owner, type Ownership, takeOwnership } from '../../host/ownership.ts';
import { listenOnSocket, type SocketListener } from './listen.ts';

export interface OwnedHost {
  readonly host: Host;
  readonly socket: SocketListener;
  readonly announce: Ownership['announce'];
  /** Ends everything in order; safe to call twice. */
  close(): Promise<void>;
  /** Lets running calls finish, gives the directory up, and keeps the agents waiting until the next host listens. */
  handOver(): Promise<void>;
}

export interface OwnOptions extends Omit<HostParts, 'dataDir'> {
  readonly kind: Owner['kind'];
  /** Where the configuration was read from, if it was named. */
  readonly configFile?: string | undefined;
  /** Left out: this host stays when it is asked to leave. */
  readonly onLeave?: () => void;
  readonly onIdle?: () => void;
}

const FINISH_LIMIT_MS = 10_000;
const SUCCESSOR_LIMIT_MS = 3000;

/** Takes the data directory, builds the host on it and opens its socket. */
export async function ownHost({
  kind,
  configFile,
  onLeave,
  onIdle = () => {},
  ...parts
}: OwnOptions): Promise<OwnedHost> {
  const dataDir = dataDirOf(parts.config);
  const ownership = takeOwnership(dataDir, kind);
  try {
    const host = withPrivateFiles(() => createHost({ ...parts, dataDir }));
    const path = socketPath(dataDir);
    const socket = await listenOnSocket({ host, path, configFile, onLeave, onIdle });
    if (kind !== 'in-process') host.lookAhead();
    const giveUp = async (): Promise<void> => {
      socket.retire();
      await host.close();
      ownership.release();
      socket.release();
    };
    let closed: Promise<void> | undefined;
    return {
      host,
      socket,
      announce: ownership.announce,
      close: () => (closed ??= giveUp().then(socket.close)),
      handOver: async () => {
        socket.retire();
        await until(() => host.inFlight === 0, FINISH_LIMIT_MS);
        await giveUp();
        await until(() => existsSync(path), SUCCESSOR_LIMIT_MS);
        socket.close();
      },
    };
  } catch (error) {
    ownership.release();
    throw error;
  }
}

/** Databases are for this user alone; what tools and their children make later gets the modes it would have anyway. */
function withPrivateFiles<T>(make: () => T): T {
  // A thread cannot set it; the program that started the thread may have.
  if (!isMainThread) return make();
  const usual = process.umask(0o077);
  try {
    return make();
  } finally {
    process.umask(usual);
  }
}

async function until(isDone: () => boolean, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!isDone() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}
