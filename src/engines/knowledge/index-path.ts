import { closeSync, lstatSync } from 'node:fs';
import { ToolError } from '../../core/errors.ts';
import type { SourceRecord } from '../../core/knowledge/source-records.ts';
import { isInside, resolveFrom } from '../../core/path/paths.ts';
import { isSecretInTree } from '../../core/path/sensitive-paths.ts';
import { openInside } from '../files/open/open-inside.ts';
import { insideOf } from '../files/open/reach.ts';
import { realPathOf } from '../files/open/real-path.ts';
import { checkEmbedder } from './check-embedder.ts';
import type { Owner, Shared } from './knowledge.ts';
import { closedDirectories } from './sources/closed-directories.ts';
import type { JobParts, SourceJob } from './sources/jobs.ts';
import type { ScanReport } from './sources/scan.ts';
import { writeDocuments } from './write-documents.ts';

type Data = Record<string, unknown>;

export interface PathOptions {
  readonly includeIgnored: boolean;
  readonly metadata: Readonly<Data>;
  readonly onProgress?: (done: number, total: number, message: string) => void;
  /** How long to wait for the files before the work goes on by itself. */
  readonly waitMs?: number;
}

/** A source as it is now. */
export interface SourceState {
  readonly collection: string;
  readonly path: string;
  /** `waiting`: this host has not looked at it yet. */
  readonly state: SourceJob['state'] | 'waiting';
  readonly done: number;
  readonly total: number;
  readonly report: Partial<ScanReport> | undefined;
  readonly error: string | undefined;
}

export interface IndexedPath extends SourceState {
  readonly vectors: { readonly done: number; readonly total: number };
}

/** A call waits this long for its files, and then says that the work goes on. */
const WAIT_MS = 20_000;
/** A query waits this long for what changed meanwhile. */
const REFRESH_MS = 400;
const VECTORS_MS = 3000;
const TELL_MS = 250;

/** Adds a path to a collection, or looks at it again; the work goes on when the call is answered. */
export async function addPath(
  shared: Shared,
  owner: Owner,
  collection: string,
  path: string,
  { includeIgnored, metadata, onProgress, waitMs = WAIT_MS }: PathOptions,
): Promise<IndexedPath> {
  const { store, records, embedder, filling, jobs } = shared;
  const { signal } = owner;
  const realPath = checkPath(owner, path);
  const existing = await store.collection(collection, signal);
  if (existing) checkEmbedder(existing, embedder);
  else await store.create(collection, embedder.id, signal);
  const source = await records.addSource({
    store: store.name,
    collection,
    path: realPath,
    includeIgnored,
    metadata,
  });
  const job = jobs.start(source, jobParts(shared, owner, source));
  await waitFor(job, signal, waitMs, onProgress);
  if (signal.aborted) {
    await jobs.stop([source.id]);
    signal.throwIfAborted();
  }
  if (job.state === 'failed')
    throw new ToolError('UNAVAILABLE', `${path} could not be indexed: ${job.error}`);
  if (job.report?.indexed !== 0) await filling.wait(Math.min(VECTORS_MS, waitMs), signal);
  const facts = await store.collection(collection, signal);
  return {
    ...stateOf(source, job),
    vectors: { done: facts?.vectors ?? 0, total: facts?.chunks ?? 0 },
  };
}

/** The real path of what is to be indexed; files with secrets are never taken in, not even by name. */
function checkPath({ caller: { cwd, roots } }: Owner, path: string): string {
  const realPath = realPathOf(resolveFrom(cwd, path));
  const { fd, stats } = openInside(realPath, insideOf(roots));
  closeSync(fd);
  if (!stats.isDirectory() && !stats.isFile())
    throw new ToolError('VALIDATION', `${path} is neither a file nor a directory`);
  if (stats.isFile() && isSecretInTree(realPath))
    throw new ToolError('PERMISSION_DENIED', `${path} may hold secrets and is not indexed`, {
      hint: 'The knowledge base can be searched without a question. Read this file with read_file instead.',
    });
  return realPath;
}

export function jobParts(shared: Shared, owner: Owner, source: SourceRecord): JobParts {
  const { store, records, embedder, reading, maxFileBytes } = shared;
  const { caller, denied } = owner;
  const { collection, path, includeIgnored } = source;
  const never = new AbortController().signal;
  return {
    embedder: embedder.id,
    maxFileBytes,
    records,
    reading: reading.of(path),
    list: async (signal) => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (!stats) return { files: [], secretFilesSkipped: 0, closed: [] };
      if (stats.isFile())
        return { files: denied?.includes(path) ? [] : [path], secretFilesSkipped: 0, closed: [] };
      const query = { pattern: '**', limit: Number.MAX_SAFE_INTEGER, includeIgnored };
      const { files, secretFilesSkipped } = await owner.search(signal).files(path, query);
      const found = files.map((file) => resolveFrom(caller.cwd, file));
      return { files: found, secretFilesSkipped, closed: await closedDirectories(path, found) };
    },
    upsert: async (documents) => {
      await writeDocuments(shared, collection, documents, new Map(), never);
    },
    remove: async (ids) => {
      await store.remove(collection, { ids }, never);
    },
  };
}

async function waitFor(
  job: SourceJob,
  signal: AbortSignal,
  limitMs: number,
  onProgress?: PathOptions['onProgress'],
): Promise<void> {
  const until = performance.now() + limitMs;
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  while (job.state === 'scanning' && performance.now() < until && !signal.aborted) {
    const { promise, resolve: wake } = Promise.withResolvers<void>();
    const timer = setTimeout(wake, TELL_MS);
    await Promise.race([job.settled, promise, aborted]);
    clearTimeout(timer);
    if (job.state === 'scanning' && job.total > 0) onProgress?.(job.done, job.total, 'files read');
  }
}

/** Sources this caller may read and that this host has not looked at, or whose changes are not told. */
export async function refreshSources(shared: Shared, owner: Owner, collection: string): Promise<void> {
  const started = (await sourcesOf(shared, owner))
    .filter((source) => source.collection === collection)
    .flatMap((source) => {
      const state = shared.jobs.of(source.id)?.state;
      if (state === 'watching' || state === 'scanning') return [];
      return [shared.jobs.start(source, jobParts(shared, owner, source))];
    });
  await Promise.all(started.map((job) => waitFor(job, owner.signal, REFRESH_MS)));
}

export const sourceStates = async (shared: Shared, owner: Owner): Promise<SourceState[]> =>
  (await sourcesOf(shared, owner)).map((source) => stateOf(source, shared.jobs.of(source.id)));

export const sourcesOf = async (
  { records, store }: Shared,
  { caller, denied }: Owner,
): Promise<SourceRecord[]> =>
  (await records.sources(store.name)).filter(
    ({ path }) => isInside(path, caller.roots) && !denied?.includes(path),
  );

const stateOf = ({ collection, path, report }: SourceRecord, job: SourceJob | undefined): SourceState => ({
  collection,
  path,
  state: job?.state ?? 'waiting',
  done: job?.done ?? 0,
  total: job?.total ?? 0,
  // Sound: scan.ts wrote it.
  report: job?.report ?? (report as Partial<ScanReport> | undefined),
  error: job?.error,
});
