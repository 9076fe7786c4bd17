import { rmSync } from 'node:fs';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import { socketPath } from '../core/socket-path.ts';
import { createHost, type Host } from '../host/create-host.ts';
import { dataDirOf } from '../host/load-config.ts';
import { type Owner, takeOwnership } from '../host/ownership.ts';
import { listenOnSocket, type SocketListener } from '../transports/socket/listen.ts';

export interface OwnedHost {
  readonly host: Host;
  readonly socket: SocketListener;
  /** Ends everything in order; safe to call twice. */
  close(): Promise<void>;
}

interface OwnOptions {
  readonly config: Config;
  readonly log: Log;
  readonly kind: Owner['kind'];
  readonly onLeave: () => void;
  readonly onIdle?: () => void;
}

/** Takes the data directory, builds the host on it and opens its socket. */
export async function ownHost({
  config,
  log,
  kind,
  onLeave,
  onIdle = () => {},
}: OwnOptions): Promise<OwnedHost> {
  // Everything in the data directory is for this user alone, whatever the files' own modes would be.
  process.umask(0o077);
  const dataDir = dataDirOf(config);
  const ownership = takeOwnership(dataDir, { kind });
  try {
    const host = createHost({ config, dataDir, log, env: process.env });
    const path = socketPath(dataDir);
    const socket = await listenOnSocket({ host, path, onLeave, onIdle });
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      rmSync(path, { force: true });
      socket.close();
      await host.close();
      ownership.release();
    };
    return { host, socket, close: () => (closed ??= close()) };
  } catch (error) {
    ownership.release();
    throw error;
  }
}
