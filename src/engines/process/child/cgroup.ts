import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { once } from '../../../core/timing/once.ts';
import type { SizeLimits } from './watch-size.ts';

/** A group of the kernel that one run is in, with everything it starts: it cannot get beyond its limits. */
export interface RunGroup {
  /** Stands before the program, which then starts inside. */
  readonly before: readonly string[];
  /** Why the kernel refused it something, or ended it. */
  why(): string | undefined;
  remove(): Promise<void>;
}

const NAME = 'toolgate-run-';
const REMOVE_TRIES = 20;
const GIB = 1_073_741_824;

/** A group of its own for a run; undefined where the kernel has none that we may make. */
export function makeRunGroup(limits: SizeLimits, base = found().base): RunGroup | undefined {
  if (base === undefined) return undefined;
  const place = join(base, `${NAME}${process.pid}-${randomUUID()}`);
  try {
    mkdirSync(place);
    writeFileSync(join(place, 'pids.max'), String(limits.processes));
    writeFileSync(join(place, 'memory.max'), String(Math.floor(limits.bytes)));
    tryWrite(join(place, 'memory.swap.max'), '0');
    if (limits.isUnasked) tryWrite(join(place, 'cpu.weight'), '30');
    // All of it or nothing: half a build would go on with wrong results.
    tryWrite(join(place, 'memory.oom.group'), '1');
  } catch {
    tryRemove(place);
    return undefined;
  }
  return {
    before: ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', join(place, 'cgroup.procs')],
    why: () => {
      if (count(join(place, 'memory.events'), 'oom_kill') > 0)
        return `it used more than ${(limits.bytes / GIB).toFixed(1)} GB of memory, which is the limit`;
      if (count(join(place, 'pids.events'), 'max') > 0)
        return `it wanted more than ${limits.processes} processes, which is the limit`;
      return undefined;
    },
    remove: async () => {
      // The kernel lets go of ended processes a moment later.
      for (let i = 0; i < REMOVE_TRIES && !tryRemove(place); i++) await delay(50);
    },
  };
}

/** Looked for once. */
const found = once(() => ({ base: findBase() }));

/** Where groups can be made: the nearest one around us that hands out both limits and is ours to write. */
function findBase(): string | undefined {
  const own = /^0::(\/.*)$/m.exec(read('/proc/self/cgroup') ?? '')?.[1];
  const mount = / (\S+) \S+ .*- cgroup2 /m.exec(read('/proc/self/mountinfo') ?? '')?.[1];
  if (own === undefined || mount === undefined) return undefined;
  const base = baseAbove(join(mount, own), mount);
  if (base !== undefined) removeLeftovers(base);
  return base;
}

export function baseAbove(place: string, top: string): string | undefined {
  const handsOut = (read(join(place, 'cgroup.subtree_control')) ?? '').trim().split(/\s+/);
  const isOurs = [place, join(place, 'cgroup.procs')].every(isWritable);
  if (isOurs && handsOut.includes('memory') && handsOut.includes('pids')) return place;
  return place === top || dirname(place) === place ? undefined : baseAbove(dirname(place), top);
}

/** Of hosts that were killed; one that still holds a process cannot be removed. */
function removeLeftovers(base: string): void {
  for (const name of readdirSync(base)) if (name.startsWith(NAME)) tryRemove(join(base, name));
}

const count = (file: string, name: string): number =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(read(file) ?? '')?.[1] ?? 0);

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function tryWrite(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    // Not every kernel counts swap, or ends groups as a whole; and the processor may be handed out by others.
  }
}

function tryRemove(place: string): boolean {
  try {
    rmdirSync(place);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
