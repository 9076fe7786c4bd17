import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Hello, HelloLine, WelcomeLine } from '../../core/address/hello.ts';
import { UsageError } from '../../core/errors.ts';
import { VERSION } from '../../core/process/version.ts';
import { createLineReader } from '../../core/text/lines.ts';
import { messageBytes } from '../../core/text/message-bytes.ts';
import { createTurns } from '../../core/timing/turns.ts';
import { localAgent } from '../../host/agent.ts';
import type { Host } from '../../host/create-host.ts';
import { isSameAgent } from '../../host/native/agent-process.ts';
import { serveHook } from '../hooks/serve-hook.ts';
import { type Connection, createConnection } from '../mcp/front/connection.ts';
import { createToolList, type ListTools } from '../mcp/serve/tool-list.ts';
import { holdWhileUnread } from '../pipe/hold-while-unread.ts';
import { serveAdmin } from './admin.ts';
import { LINES_PER_TURN } from './lines-per-turn.ts';
import { createSharedSessions, type SharedSessions } from './shared-sessions.ts';

export interface SocketListener {
  readonly connections: number;
  /** Takes no new connection and reads no further request; those who asked for it wait for `release`. */
  retire(): void;
  /** Tells those who asked us to leave that the data directory is theirs to take. */
  release(): void;
  /** From now on it does not keep the process alive. */
  unref(): void;
  close(): void;
}

interface SocketParts {
  readonly host: Host;
  readonly path: string;
  /** The configuration this host was told to use, if it was. */
  readonly configFile: string | undefined;
  /** Somebody asks this host to make room for another; undefined if it stays. */
  readonly onLeave?: (() => void) | undefined;
  readonly onIdle: () => void;
}

/** Agents and the command line reach the host here; the file is private to the user. */
export async function listenOnSocket({
  host,
  path,
  configFile,
  onLeave,
  onIdle,
}: SocketParts): Promise<SocketListener> {
  const sockets = new Set<Socket>();
  const askers = new Set<Socket>();
  let isRetired = false;
  const listTools = createToolList(host);
  const sessions = createSharedSessions(host.endSession);
  const pipes = new Set<number>();
  // Half open: whatever an agent sent before it left is still answered.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    const leave =
      onLeave &&
      (() => {
        askers.add(socket);
        onLeave();
      });
    serveSocket(socket, { host, listTools, sessions, pipes, leave, configFile, isRetired: () => isRetired });
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) onIdle();
    });
  });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // We own the data directory, so the host that left this file behind is gone.
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new UsageError(`Cannot listen on ${path}: ${error.message}.`)));
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return {
    get connections() {
      return sockets.size;
    },
    retire: () => {
      isRetired = true;
      server.close();
      for (const socket of sockets) if (!askers.has(socket)) socket.pause();
    },
    release: () => {
      for (const socket of askers) socket.end();
    },
    unref: () => server.unref(),
    close: () => {
      server.close();
      for (const socket of sockets) socket.end();
    },
  };
}

interface ServeParts {
  readonly host: Host;
  readonly listTools: ListTools;
  readonly sessions: SharedSessions;
  /** The processes through which agents are connected now. */
  readonly pipes: Set<number>;
  readonly leave: (() => void) | undefined;
  readonly configFile: string | undefined;
  readonly isRetired: () => boolean;
}

function serveSocket(socket: Socket, parts: ServeParts): void {
  const { host } = parts;
  const maxBytes = messageBytes(host.config, 'lineBytes');
  const turns = createTurns(LINES_PER_TURN, 'event');
  const hold = holdWhileUnread([() => socket, () => turns], socket);
  const write = (line: string): void => {
    if (!socket.writable) return;
    socket.write(line);
    hold();
  };
  let connection: Omit<Connection, 'resume'> | undefined;
  // What was read and waits for its turn: its sender knows that it has no answer, and asks the next host.
  const take = (work: () => void): void =>
    turns.take(() => void (socket.destroyed || parts.isRetired() || work()));
  const open = async (line: Buffer): Promise<void> => {
    try {
      connection = await greet(parseHello(line), { write, take }, parts);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      socket.end(`${JSON.stringify({ toolgate: { error: message } } satisfies WelcomeLine)}\n`);
    }
  };
  let opening: Promise<void> | undefined;
  const receive = (line: Buffer): void => {
    // It was read and waited for its turn. Its sender knows that it has no answer, and asks the next host.
    if (parts.isRetired()) return;
    if (connection) connection.receive(line);
    // What comes while the first line is worked on keeps its place behind it.
    else
      opening = opening
        ? opening.then(() => void (parts.isRetired() || connection?.receive(line)))
        : open(line);
  };
  const reader = createLineReader({
    maxBytes,
    onLine: (line) => turns.take(() => void (!socket.destroyed && receive(line))),
    onTooLong: (ends) => connection?.refuseLongLine(ends, maxBytes),
  });
  socket.on('data', reader.push);
  // The agent closed its side. What it asked for just before, as a script does, is still answered.
  const leave = async (): Promise<void> => {
    await opening;
    await connection?.finish();
    // Answers of one turn leave together, at its end.
    setImmediate(() => socket.end());
  };
  socket.on('end', () => turns.take(() => void leave()));
  socket.on('error', (error) => host.log.debug('socket', { error }));
  socket.on('close', () => connection?.close());
}

function parseHello(line: Buffer): Hello {
  // Sound: the socket is private to the user; a line of another shape fails on the first field that is read.
  const { toolgate } = JSON.parse(line.toString()) as Partial<HelloLine>;
  if (typeof toolgate?.version !== 'string') throw new Error('The first line must introduce the client');
  return toolgate;
}

interface Line {
  readonly write: (line: string) => void;
  /** Does it when it is the turn of this connection. */
  readonly take: (work: () => void) => void;
}

async function greet(hello: Hello, { write, take }: Line, parts: ServeParts) {
  const { host, listTools, sessions, pipes, leave } = parts;
  const welcome: WelcomeLine = {
    toolgate: { version: VERSION, pid: process.pid, lineBytes: messageBytes(host.config, 'lineBytes') },
  };
  if (hello.kind === 'leave') {
    if (!leave)
      throw new UsageError('A person started this host, so it keeps running; toolgate stop ends it.');
    write(`${JSON.stringify(welcome)}\n`);
    leave();
    return undefined;
  }
  checkConfig(hello, parts);
  if (hello.kind === 'hook') {
    write(`${JSON.stringify(welcome)}\n`);
    const isConnected = (pid: number) => [...pipes].some((pipe) => isSameAgent(pid, pipe));
    return serveHook({ host, write, isConnected });
  }
  const caller = await localAgent(
    host.config,
    hello.kind === 'cli' ? 'cli' : 'stdio',
    hello,
    hello.connectionId,
    host.settingTimes,
  );
  write(`${JSON.stringify(welcome)}\n`);
  sessions.join(caller.session);
  const agent = createConnection({ host, caller, listTools, write, endSession: sessions.leave });
  if (hello.resume) agent.resume(hello.resume, take);
  return hello.kind === 'cli' ? serveAdmin({ host, caller, agent, write }) : tracked(agent, hello, pipes);
}

/** Its process counts as connected until it leaves. */
function tracked(agent: Connection, { pid }: Hello, pipes: Set<number>): Connection {
  if (pid === undefined) return agent;
  pipes.add(pid);
  return {
    ...agent,
    close: () => {
      pipes.delete(pid);
      agent.close();
    },
  };
}

/** All agents of a host have its configuration; an agent that asks for another one must not believe that it holds. */
function checkConfig({ configFile: wanted }: Hello, { configFile }: ServeParts): void {
  if (wanted === undefined || wanted === configFile) return;
  throw new UsageError(
    `A host is running with ${configFile === undefined ? 'the usual configuration' : configFile}, so ${wanted} would have no effect. End that host with toolgate stop, or give this agent its own --data-dir.`,
  );
}
