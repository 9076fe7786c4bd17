import { readlinkSync } from 'node:fs';
import { inTurns, type Steps } from '../child/in-turns.ts';
import { createBudget, eachEntry, eachText, type LookBudget, type LookLimits } from '../child/look-budget.ts';
import { placeOf } from '../child/proc-files.ts';
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

/** Enough for servers; of a program that has more open, the ports that were found until then are told. */
const LIMITS: LookLimits = { bytes: 4_194_304, entries: 16_384, ms: 1000 };

/** The TCP ports that a tree of processes listens on. */
export const listeningPorts = async (root: TreeRoot): Promise<number[]> =>
  [...new Set((await listenersOf(root)).map(({ port }) => port))].sort((a, b) => a - b);

/** The same with the addresses, each as it is reached from here. */
export const listenersOf = (root: TreeRoot): Promise<Listener[]> => inTurns(listenersBelow(root));

function* listenersBelow(root: TreeRoot): Steps<Listener[]> {
  const budget = createBudget(LIMITS);
  const tree = yield* findTree(root);
  const inodes = new Set<string>();
  for (const process of tree) if (!budget.isSpent) yield* noteSockets(placeOf(process), budget, inodes);
  const last = tree.at(-1);
  if (inodes.size === 0 || last === undefined) return [];
  const place = placeOf(last);
  // Where the tree has a network of its own, its ports stand in its own tables only.
  const isReachable = linkOf(`${place}/ns/net`) === linkOf('/proc/self/ns/net');
  const found: Listener[] = [];
  // Each has its own budget: what listens stands first, and the sockets were looked for up to here.
  for (const table of ['tcp', 'tcp6'])
    yield* eachText(`${place}/net/${table}`, createBudget(LIMITS), (rows) => {
      for (const { local, socket } of listeningIn(rows))
        if (inodes.has(socket)) found.push({ ...parseAddress(local), isReachable, socket });
    });
  return found;
}

function* noteSockets(place: string, budget: LookBudget, inodes: Set<string>): Steps<void> {
  yield* eachEntry(`${place}/fd`, budget, ({ name }) => {
    const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`${place}/fd/${name}`))?.[1];
    if (inode !== undefined) inodes.add(inode);
  });
}

const linkOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};

const listeningIn = (rows: string): { local: string; socket: string }[] =>
  rows.split('\n').flatMap((row) => {
    const fields = row.trim().split(/\s+/);
    const [, local = '', , state] = fields;
    return state === LISTENING ? [{ local, socket: fields[9] ?? '' }] : [];
  });

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
