import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { Access } from '../../core/sandbox.ts';
import { listPidsSince, type ProcFacts, readProc } from './proc-files.ts';

/** How much a program and everything it starts may take. */
export interface SizeLimits {
  readonly processes: number;
  readonly bytes: number;
}

const GIB = 1_073_741_824;
const PAGE_BYTES = 4096;

/** What nobody was asked about gets less: it only reads. Builds start compilers by the dozen. */
export const sizeLimits = (access: readonly Access[]): SizeLimits =>
  access.length === 0
    ? { processes: 256, bytes: Math.min(2 * GIB, totalmem() / 2) }
    : { processes: 1024, bytes: totalmem() * 0.75 };

/** A look costs milliseconds, so it comes soon for what grows at once, and seldom for what runs long. */
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 1000;

/** Looks at the size of a tree again and again; answers how to stop. Nothing to see outside Linux. */
export function watchSize(pid: number, limits: SizeLimits, onOver: (why: string) => void): () => void {
  if (process.platform !== 'linux') return () => {};
  let timer: NodeJS.Timeout;
  const look = (pauseMs: number): void => {
    const why = tooLarge(pid, limits);
    if (why === undefined) timer = setTimeout(look, pauseMs, Math.min(pauseMs * 2, LAST_LOOK_MS)).unref();
    else onOver(why);
  };
  timer = setTimeout(look, FIRST_LOOK_MS, FIRST_LOOK_MS * 2).unref();
  return () => clearTimeout(timer);
}

function tooLarge(pid: number, { processes, bytes }: SizeLimits): string | undefined {
  const tree = descendants(pid);
  if (tree.length > processes) return `it had ${tree.length} processes, and ${processes} is the limit`;
  const used = tree.reduce((sum, process) => sum + ownBytes(process.pid), 0);
  if (used <= bytes) return undefined;
  return `it used ${(used / GIB).toFixed(1)} GB of memory, and ${(bytes / GIB).toFixed(1)} GB is the limit`;
}

function descendants(pid: number): ProcFacts[] {
  const children = new Map<number, ProcFacts[]>();
  for (const other of listPidsSince(pid)) {
    const facts = readProc(other);
    if (facts) children.set(facts.parent, [...(children.get(facts.parent) ?? []), facts]);
  }
  const found: ProcFacts[] = [];
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const own = children.get(next) ?? [];
    found.push(...own);
    waiting.push(...own.map((child) => child.pid));
  }
  return found;
}

/** What it holds alone: pages that are shared would count once for each process. */
function ownBytes(pid: number): number {
  try {
    const [, resident = '0', shared = '0'] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return (Number(resident) - Number(shared)) * PAGE_BYTES;
  } catch {
    // It has ended.
    return 0;
  }
}
