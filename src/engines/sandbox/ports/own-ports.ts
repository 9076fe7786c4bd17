import { hash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Caller } from '../../../core/call/caller.ts';
import type { OwnPorts } from '../../process/process.ts';
import type { Listener } from '../../process/table/ports.ts';
import { type Service, serviceOf } from './is-debugger.ts';
import { type Seen, type Sight, showsNoMore } from './sight.ts';

type Agent = Pick<Caller, 'session' | 'principal' | 'client'>;

/** A port of a process that an agent runs in the background, and what that process can see. */
export interface OwnListener extends Listener {
  readonly sight: Sight;
  readonly seen: Seen | undefined;
}

/** Ports of what an agent runs in the background, as sockets that its sandboxes without network can reach. */
export interface PortSockets {
  /** Sockets for what listens now and may be reached by a run that sees so much; undefined where nothing does. */
  of(agent: Agent, sees: Sees): Promise<OwnPorts | undefined>;
  /** Pages that a run which sees no secret does not reach, since their server sees some. */
  withheld(agent: Agent): Promise<readonly number[]>;
  remove(session: string): void;
  close(): void;
}

/** What a run may see of secrets, and servers that it may reach though they see more. */
interface Sees {
  readonly sight: Sight;
  readonly servers: readonly number[];
}

interface Open {
  readonly session: string;
  readonly directory: string;
  readonly servers: Map<number, Server>;
}

export function createPortSockets(
  directory: string,
  /** What processes of this agent listen on at this moment. */
  listenersOf: (agent: Agent) => Promise<readonly OwnListener[]>,
): PortSockets {
  const sessions = new Map<string, Open>();
  // Runs that see more reach more: their sockets lie elsewhere.
  const open = (session: string, { sight, servers }: Sees): Open => {
    const key = `${sight} ${[...servers].sort().join()} ${session}`;
    const found = sessions.get(key);
    if (found) return found;
    const place = join(directory, hash('sha256', key).slice(0, 12));
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const made = { session, directory: place, servers: new Map<number, Server>() };
    sessions.set(key, made);
    return made;
  };
  const close = (key: string): void => {
    const gone = sessions.get(key);
    sessions.delete(key);
    if (!gone) return;
    for (const server of gone.servers.values()) server.close();
    rmSync(gone.directory, { recursive: true, force: true });
  };
  return {
    of: async (agent, sees) => {
      const listeners = await reachable(await listenersOf(agent), sees);
      const ports = [...new Set(listeners.map(({ port }) => port))].sort((a, b) => a - b);
      if (ports.length === 0) return undefined;
      const { directory: place, servers } = open(agent.session, sees);
      for (const port of ports.filter((each) => !servers.has(each))) {
        const server = createServer(
          { allowHalfOpen: true, pauseOnConnect: true },
          (inner) =>
            void lead(inner, sees, async () =>
              (await listenersOf(agent)).find((each) => each.port === port),
            ).catch(() => inner.destroy()),
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
    withheld: async (agent) => {
      const listeners = await listenersOf(agent);
      const shown = await reachable(listeners, { sight: 'nothing', servers: [] });
      const pages = await reachable(listeners, { sight: 'everything', servers: [] });
      return pages.flatMap(({ port }) => (shown.some((each) => each.port === port) ? [] : [port]));
    },
    remove: (session) => {
      for (const [key, opened] of [...sessions]) if (opened.session === session) close(key);
    },
    close: () => {
      for (const key of [...sessions.keys()]) close(key);
    },
  };
}

const asked = new Map<string, Promise<Service>>();
const MOST_ASKED = 200;

/** A database answers runs that were allowed to write; a run that nobody was asked about gets no further than pages. */
const SERVICES: Readonly<Record<Sight, readonly Service[]>> = {
  nothing: ['web'],
  workspace: ['web', 'database'],
  everything: ['web', 'database'],
};

async function reachable(
  listeners: readonly OwnListener[],
  { sight: own, servers }: Sees,
): Promise<OwnListener[]> {
  if (asked.size > MOST_ASKED) asked.clear();
  const found = listeners.map(async (listener) => {
    const sight = servers.includes(listener.port) ? 'everything' : own;
    if (!(await showsNoMore(listener, sight))) return [];
    const key = `${listener.address} ${listener.port} ${listener.socket}`;
    const answer = asked.get(key) ?? serviceOf(listener);
    asked.set(key, answer);
    return SERVICES[sight].includes(await answer) ? [listener] : [];
  });
  return (await Promise.all(found)).flat();
}

/** A port changes hands: who listens is looked up for each connection, and again before a byte goes through. */
async function lead(inner: Socket, sees: Sees, find: () => Promise<OwnListener | undefined>): Promise<void> {
  inner.on('error', () => inner.destroy());
  const listener = await find();
  const [target] = listener ? await reachable([listener], sees) : [];
  if (!target) return void inner.destroy();
  const outer = connect({ host: target.address, port: target.port, allowHalfOpen: true });
  outer.on('error', () => inner.destroy());
  outer.on('connect', async () => {
    const isSame = await find().then(
      (found) => found?.socket === target.socket,
      () => false,
    );
    if (isSame) return void inner.pipe(outer).pipe(inner);
    outer.destroy();
    inner.destroy();
  });
  inner.on('close', () => outer.destroySoon());
  outer.on('close', () => inner.destroySoon());
}
