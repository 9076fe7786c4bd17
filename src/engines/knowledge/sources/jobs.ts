import { existsSync } from 'node:fs';
import type { SourceRecord } from '../../../core/knowledge/source-records.ts';
import type { Log } from '../../../core/log.ts';
import { readAll, type ScanParts, type ScanReport, scan } from './scan.ts';
import { createFileWatch, type FileWatch } from './watch.ts';

type Listed = Awaited<ReturnType<ScanParts['list']>>;

/** How a source is read: by whom it may be, and where what is found goes. */
export interface JobParts extends Omit<ScanParts, 'source' | 'list' | 'onProgress' | 'signal'> {
  readonly list: (signal: AbortSignal) => Promise<Listed>;
}

/** A source while this host runs: it is looked through once, and then watched. */
export interface SourceJob {
  readonly state: 'scanning' | 'watching' | 'scanned' | 'failed';
  readonly done: number;
  readonly total: number;
  readonly report: ScanReport | undefined;
  readonly error: string | undefined;
  /** Settles with the look that is under way; never rejects. */
  readonly settled: Promise<void>;
}

export interface SourceJobs {
  /** Looks through a source, again if it was done before. */
  start(source: SourceRecord, parts: JobParts): SourceJob;
  of(id: number): SourceJob | undefined;
  stop(ids: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

export function createSourceJobs(log: Log): SourceJobs {
  const jobs = new Map<number, RunningJob>();
  const stop = async (ids: readonly number[]): Promise<void> => {
    await Promise.all(
      ids.map(async (id) => {
        const job = jobs.get(id);
        jobs.delete(id);
        await job?.stop();
      }),
    );
  };
  return {
    start: (source, parts) => {
      const job = jobs.get(source.id) ?? createJob(log);
      jobs.set(source.id, job);
      job.look(source, parts);
      return job;
    },
    of: (id) => jobs.get(id),
    stop,
    close: () => stop([...jobs.keys()]),
  };
}

interface RunningJob extends SourceJob {
  look(source: SourceRecord, parts: JobParts): void;
  stop(): Promise<void>;
}

function createJob(log: Log): RunningJob {
  const stopped = new AbortController();
  const now = {
    state: 'scanning' as SourceJob['state'],
    done: 0,
    total: 0,
    report: undefined as ScanReport | undefined,
    error: undefined as string | undefined,
  };
  let files: ReadonlySet<string> = new Set();
  let last: Promise<void> = Promise.resolve();
  let current: ScanParts | undefined;

  const inTurn = (act: () => Promise<void>): void => {
    last = last.then(act).catch((error: unknown) => {
      if (stopped.signal.aborted) return;
      now.state = 'failed';
      now.error = error instanceof Error ? error.message : String(error);
      log.warn('a source of the knowledge base could not be read', { error });
    });
  };
  const lookAll = async (parts: ScanParts): Promise<void> => {
    now.state = 'scanning';
    now.report = await scan(parts);
    now.error = undefined;
    watched.set(parts.source.path, [...files]);
    now.state = watched.isComplete ? 'watching' : 'scanned';
  };
  const onChange = (paths: readonly string[]): void => {
    const parts = current;
    if (!parts) return;
    // Editors write beside a file and rename: such a name is gone again.
    const there = paths.filter((path) => files.has(path) || existsSync(path));
    if (there.length === 0) return;
    const isKnown = there.every((path) => files.has(path) && existsSync(path));
    inTurn(isKnown ? async () => void (await readAll(parts, there)) : () => lookAll(parts));
  };
  const watched: FileWatch = createFileWatch(onChange);

  return {
    get state() {
      return now.state;
    },
    get done() {
      return now.done;
    },
    get total() {
      return now.total;
    },
    get report() {
      return now.report;
    },
    get error() {
      return now.error;
    },
    get settled() {
      return last;
    },
    look: (source, { list, ...rest }) => {
      const parts: ScanParts = {
        ...rest,
        source,
        signal: stopped.signal,
        list: async () => {
          const listed = await list(stopped.signal);
          files = new Set(listed.files);
          return listed;
        },
        onProgress: (done, total) => {
          [now.done, now.total] = [done, total];
        },
      };
      current = parts;
      now.state = 'scanning';
      inTurn(() => lookAll(parts));
    },
    stop: async () => {
      stopped.abort();
      watched.close();
      await last;
    },
  };
}
