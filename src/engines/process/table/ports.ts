import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { findTree, type TreeRoot } from '../child/process-tree.ts';

const LISTENING = '0A';

/** Where a program listens. */
export interface Listener {
  readonly address: string;
  readonly port: number;
  /** In the network of this machine, not in one of its own. */
  readonly isReachable: boolean;
  /** The kernel's number of the socket: another program on the same port has another one. */
  readonly socket: string;
}

/** The TCP ports that a tree of processes listens on. */
export const listeningPorts = (root: TreeRoot): number[] =>
  [...new Set(listenersOf(root).map(({ port }) => port))].sort((a, b) => a - b);

/** The same with the addresses, each as it is reached from here. */
export function listenersOf(root: TreeRoot): Listener[] {
  const pids = findTree(root).map(({ pid }) => pid);
  const inodes = new Set(pids.flatMap(socketsOf));
  const last = pids.at(-1);
  if (inodes.size === 0 || last === undefined) return [];
  // Where the tree has a network of its own, its ports stand in its own tables only.
  const isReachable = linkOf(`/proc/${last}/ns/net`) === linkOf('/proc/self/ns/net');
  return ['tcp', 'tcp6'].flatMap((table) =>
    localAddresses(last, table, inodes).map(({ local, socket }) => ({
      ...parseAddress(local),
      isReachable,
      socket,
    })),
  );
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1];
      return inode === undefined ? [] : [inode];
    });
  } catch {
    return [];
  }
}

const linkOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};

function localAddresses(
  pid: number,
  table: string,
  inodes: ReadonlySet<string>,
): { local: string; socket: string }[] {
  try {
    const [, ...rows] = readFileSync(`/proc/${pid}/net/${table}`, 'latin1').trim().split('\n');
    return rows.flatMap((row) => {
      const fields = row.trim().split(/\s+/);
      const [, local = '', , state] = fields;
      const socket = fields[9] ?? '';
      return state === LISTENING && inodes.has(socket) ? [{ local, socket }] : [];
    });
  } catch {
    return [];
  }
}

/** `0100007F:1F90`: words of the address as the machine has them in memory, then the port. */
function parseAddress(local: string): Pick<Listener, 'address' | 'port'> {
  const [words = '', port = ''] = local.split(':');
  const bytes = (words.match(/.{8}/g) ?? []).flatMap((word) => [...Buffer.from(word, 'hex').reverse()]);
  return { address: addressOf(bytes), port: Number.parseInt(port, 16) };
}

const MAPPED = Buffer.from('00000000000000000000ffff', 'hex');

/** What listens on every address is reached through the loopback one. */
function addressOf(bytes: readonly number[]): string {
  const isEvery = bytes.every((byte) => byte === 0);
  if (bytes.length === 4) return isEvery ? '127.0.0.1' : bytes.join('.');
  if (isEvery) return '::1';
  if (MAPPED.equals(Uint8Array.from(bytes.slice(0, 12)))) return addressOf(bytes.slice(12));
  return (Buffer.from(bytes).toString('hex').match(/.{4}/g) ?? []).join(':');
}

const ADDRESS = /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::\d+)?(?:\/[^\s"'<>)\]]*)?/;

/** The address a development server prints when it is up. */
export const addressIn = (line: string): string | undefined =>
  line.includes('http') ? ADDRESS.exec(line)?.[0] : undefined;
