import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, of which there are never too many. */
export interface Connections {
  /** It showed whose it is. */
  welcome(socket: Socket, principal: string): void;
}

interface Connection {
  readonly socket: Socket;
  /** Nobody showed a token here yet: a stranger. */
  principal?: string;
  /** Not answered to the end. */
  readonly requests: Set<IncomingMessage>;
}

/** Where there would be too many, one of those gives way that others can best do without. */
export function limitConnections(server: Server, most: number): Connections {
  // The one that longest did nothing new comes first.
  const open = new Map<Socket, Connection>();
  const refresh = (socket: Socket): Connection | undefined => {
    const connection = open.get(socket);
    if (!connection) return undefined;
    open.delete(socket);
    open.set(socket, connection);
    return connection;
  };
  server.on('connection', (socket) => {
    open.set(socket, { socket, requests: new Set() });
    socket.once('close', () => open.delete(socket));
    if (open.size <= most) return;
    const last = whoGivesWay([...open.values()], Math.max(1, Math.floor(most / 4)));
    if (!last) return;
    // At once: others may come before it is closed.
    open.delete(last.socket);
    last.socket.destroy();
  });
  server.on('request', (request, response) => {
    refresh(request.socket)?.requests.add(request);
    response.once('close', () => refresh(request.socket)?.requests.delete(request));
  });
  return {
    welcome: (socket, principal) => {
      const connection = open.get(socket);
      if (connection) connection.principal = principal;
    },
  };
}

/**
 * Strangers have a share together, and each principal has one. Who has more gives way: however many connections one
 * token holds, or somebody without one, there is room for a person who comes to stop it.
 */
function whoGivesWay(connections: readonly Connection[], share: number): Connection | undefined {
  const { strangers = [], owned = [] } = Object.groupBy(connections, ({ principal }) =>
    principal === undefined ? 'strangers' : 'owned',
  );
  if (strangers.length > share) return longestIn(strangers);
  const byPrincipal = Map.groupBy(owned, ({ principal }) => principal).values();
  const [greediest = []] = [...byPrincipal].sort((a, b) => b.length - a.length);
  if (greediest.length > share) return longestIn(greediest);
  const newest = connections.at(-1);
  const waiting = connections.find((one) => one !== newest && isWaiting(one));
  return waiting ?? (greediest.length > 1 ? greediest[0] : newest);
}

/** What is answered goes on as long as there is one that waits for its client. */
const longestIn = (group: readonly Connection[]): Connection | undefined => group.find(isWaiting) ?? group[0];

/** Idle, or without a whole request so far. */
const isWaiting = ({ requests }: Connection): boolean => ![...requests].some(({ complete }) => complete);
