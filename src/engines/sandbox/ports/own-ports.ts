import { hash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Caller } from '../../../core/caller.ts';
import type { Listener } from '../../process/ports.ts';
import type { OwnPorts } from '../../process/process.ts';
import { isDebugger } from './is-debugger.ts';

type Agent = Pick<Caller, 'session' | 'principal' | 'client'>;

/** Ports of what an agent runs in the background, as sockets that its sandboxes without network can reach. */
export interface PortSockets {
  /** Sockets for what listens now; undefined where nothing does. */
  of(agent: Agent): Promise<OwnPorts | undefined>;
  remove(session: string): void;
  close(): void;
}

interface Open {
  readonly directory: string;
  readonly servers: Map<number, Server>;
}

export function createPortSockets(
  directory: string,
  /** What processes of this agent listen on at this moment. */
  listenersOf: (agent: Agent) => readonly Listener[],
): PortSockets {
  const sessions = new Map<string, Open>();
  const open = (session: string): Open => {
    const found = sessions.get(session);
    if (found) return found;
    const place = join(directory, hash('sha256', session).slice(0, 12));
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const made = { directory: place, servers: new Map<number, Server>() };
    sessions.set(session, made);
    return made;
  };
  const remove = (session: string): void => {
    const gone = sessions.get(session);
    sessions.delete(session);
    if (!gone) return;
    for (const server of gone.servers.values()) server.close();
    rmSync(gone.directory, { recursive: true, force: true });
  };
  return {
    of: async (agent) => {
      const listeners = await withoutDebuggers(listenersOf(agent));
      const ports = [...new Set(listeners.map(({ port }) => port))].sort((a, b) => a - b);
      if (ports.length === 0) return undefined;
      const { directory: place, servers } = open(agent.session);
      for (const port of ports.filter((each) => !servers.has(each))) {
        const server = createServer(
          { allowHalfOpen: true, pauseOnConnect: true },
          (inner) => void lead(inner, () => listenersOf(agent).find((each) => each.port === port)),
        );
        servers.set(port, server);
        await new Promise<void>((resolve, reject) => {
          server.once('error', reject);
          server.listen(join(place, String(port)), resolve);
        });
        server.unref();
      }
      return { directory: place, ports };
    },
    remove,
    close: () => {
      for (const session of [...sessions.keys()]) remove(session);
    },
  };
}

const asked = new Map<string, Promise<boolean>>();
const MOST_ASKED = 200;

async function withoutDebuggers(listeners: readonly Listener[]): Promise<Listener[]> {
  if (asked.size > MOST_ASKED) asked.clear();
  const found = listeners.map(async (listener) => {
    const key = `${listener.address} ${listener.port} ${listener.socket}`;
    const answer = asked.get(key) ?? isDebugger(listener);
    asked.set(key, answer);
    return (await answer) ? [] : [listener];
  });
  return (await Promise.all(found)).flat();
}

/** A port changes hands: who listens is looked up for each connection, and again before a byte goes through. */
async function lead(inner: Socket, find: () => Listener | undefined): Promise<void> {
  inner.on('error', () => inner.destroy());
  const listener = find();
  const [target] = listener ? await withoutDebuggers([listener]) : [];
  if (!target) return void inner.destroy();
  const outer = connect({ host: target.address, port: target.port, allowHalfOpen: true });
  outer.on('error', () => inner.destroy());
  outer.on('connect', () => {
    if (find()?.socket !== target.socket) {
      outer.destroy();
      inner.destroy();
      return;
    }
    inner.pipe(outer).pipe(inner);
  });
  inner.on('close', () => outer.destroySoon());
  outer.on('close', () => inner.destroySoon());
}
