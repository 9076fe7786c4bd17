import type { ProcFacts } from './proc-files.ts';
import type { SizeLimits } from './watch-size.ts';

/** What the processes of a run take from others by their number. */
type Crowd = Record<(typeof KINDS)[number], number>;

const KINDS = ['processes', 'threads', 'sessions'] as const;

/** What the runs have now that nobody was asked about, by agent. */
const crowds = new Map<string, Map<CrowdWatch, Crowd>>();

export interface CrowdWatch {
  /** Why this one has to end, given its processes. */
  isOver(tree: readonly ProcFacts[]): string | undefined;
  stop(): void;
}

/** `agent`: whose runs have the same limits together; undefined for one that has them alone. */
export function watchCrowd(pid: number, limits: SizeLimits, agent: string | undefined): CrowdWatch {
  const all = (agent !== undefined && crowds.get(agent)) || new Map<CrowdWatch, Crowd>();
  if (agent !== undefined) crowds.set(agent, all);
  const watch: CrowdWatch = {
    isOver: (tree) => {
      const own = crowdOf(pid, tree);
      // A look that was under way when the run ended counts no more.
      if (all.has(watch)) all.set(watch, own);
      return KINDS.map((kind) => overLimit(kind, own, { all, limits })).find((why) => why !== undefined);
    },
    stop: () => {
      all.delete(watch);
      if (agent !== undefined && all.size === 0 && crowds.get(agent) === all) crowds.delete(agent);
    },
  };
  all.set(watch, NOBODY);
  return watch;
}

const NOBODY: Crowd = { processes: 0, threads: 0, sessions: 0 };

function crowdOf(pid: number, tree: readonly ProcFacts[]): Crowd {
  const sessions = new Set(tree.map(({ session }) => session));
  // That of the sandbox, and that of the program in it.
  sessions.delete(pid);
  return {
    processes: tree.length,
    threads: tree.reduce((sum, process) => sum + process.threads, 0),
    sessions: Math.max(sessions.size - 1, 0),
  };
}

interface Among {
  readonly all: ReadonlyMap<CrowdWatch, Crowd>;
  readonly limits: SizeLimits;
}

function overLimit(kind: keyof Crowd, own: Crowd, { all, limits }: Among): string | undefined {
  const most = limits[kind];
  if (own[kind] > most) return `it had ${own[kind]} ${kind}, and ${most} is the limit`;
  const counts = [...all.values()].map((crowd) => crowd[kind]);
  const sum = counts.reduce((total, count) => total + count, 0);
  // The largest ends: a small command has no part in it.
  if (sum <= most || own[kind] < Math.max(...counts)) return undefined;
  return `the commands of this agent that ran without a question had ${sum} ${kind} together, and ${most} is the limit`;
}
