import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { findTree, type TreeRoot } from './process-tree.ts';

const LISTENING = '0A';

/** The TCP ports that a tree of processes listens on. */
export function listeningPorts(root: TreeRoot): number[] {
  const pids = findTree(root).map(({ pid }) => pid);
  const inodes = new Set(pids.flatMap(socketsOf));
  const [first] = pids;
  if (inodes.size === 0 || first === undefined) return [];
  // Where the tree has a network of its own, its ports stand in its own tables only.
  const ports = pids
    .slice(-1)
    .flatMap((pid) => ['tcp', 'tcp6'].flatMap((table) => openPorts(pid, table, inodes)));
  return [...new Set(ports)].sort((a, b) => a - b);
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

function openPorts(pid: number, table: string, inodes: ReadonlySet<string>): number[] {
  try {
    const [, ...rows] = readFileSync(`/proc/${pid}/net/${table}`, 'latin1').trim().split('\n');
    return rows.flatMap((row) => {
      const fields = row.trim().split(/\s+/);
      const [, local = '', , state] = fields;
      const isOurs = state === LISTENING && inodes.has(fields[9] ?? '');
      return isOurs ? [Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16)] : [];
    });
  } catch {
    return [];
  }
}

const ADDRESS = /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::\d+)?(?:\/[^\s"'<>)\]]*)?/;

/** The address a development server prints when it is up. */
export const addressIn = (line: string): string | undefined =>
  line.includes('http') ? ADDRESS.exec(line)?.[0] : undefined;
