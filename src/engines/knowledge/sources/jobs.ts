import { existsSync } from 'node:fs';
import type { SourceRecord } from '../../../core/knowledge/source-records.ts';
import type { Log } from '../../../core/log.ts';
import { readAll, type ScanParts, type ScanReport, scan } from './scan.ts';
import { createFileWatch } from './watch.ts';

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
  readonly isScanning: boolean;
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
    get isScanning() {
      return [...jobs.values()].some(({ state }) => state === 'scanning');
    },
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
  let files: ReadonlySet<string> = new Set();
  let last: Promise<void> = Promise.resolve();
  let current: ScanParts | undefined;

  const inTurn = (act: () => Promise<void>): void => {
    last = last.then(act).catch((error: unknown) => {
      if (stopped.signal.aborted) return;
      job.state = 'failed';
      job.error = error instanceof Error ? error.message : String(error);
      log.warn('a source of the knowledge base could not be read', { error });
    });
  };
  const lookAll = async (parts: ScanParts): Promise<void> => {
    job.state = 'scanning';
    job.report = await scan(parts);
    job.error = undefined;
    watched.set(parts.source.path, [...files]);
    job.state = watched.isComplete ? 'watching' : 'scanned';
  };
  const watched = createFileWatch((paths) => {
    const parts = current;
    if (!parts) return;
    // Editors write beside a file and rename: such a name is gone again.
    const there = paths.filter(
      (path) => files.has(path) || existsSync(path) || path === parts.source.path || hadFiles(path, files),
    );
    if (there.length === 0) return;
    const isKnown = there.every((path) => files.has(path) && existsSync(path));
    inTurn(isKnown ? async () => void (await readAll(parts, there)) : () => lookAll(parts));
  });
  const job: Changing<SourceJob> & Pick<RunningJob, 'look' | 'stop'> = {
    state: 'scanning',
    done: 0,
    total: 0,
    report: undefined,
    error: undefined,
    get settled() {
      return last;
    },
    look: (source, { list, ...rest }) => {
      const listing = async (): Promise<Listed> => {
        const listed = await list(stopped.signal);
        files = new Set(listed.files);
        return listed;
      };
      const onProgress = (done: number, total: number): void => void Object.assign(job, { done, total });
      const parts: ScanParts = { ...rest, source, signal: stopped.signal, list: listing, onProgress };
      current = parts;
      job.state = 'scanning';
      inTurn(() => lookAll(parts));
    },
    stop: async () => {
      stopped.abort();
      watched.close();
      await last;
    },
  };
  return job;
}

/** A directory that was moved away takes its files along without a word about them. */
const hadFiles = (path: string, files: ReadonlySet<string>): boolean =>
  files.values().some((file) => file.startsWith(`${path}/`));

type Changing<T> = { -readonly [Key in keyof T]: T[Key] };
