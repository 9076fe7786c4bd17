import { lstatSync } from 'node:fs';
import { relative } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import type { FileRecord, KnowledgeRecords, SourceRecord } from '../../../core/knowledge/source-records.ts';
import type { KnowledgeDocument } from '../../../core/knowledge/vector-store.ts';
import type { ReadDocument, SkipReason } from '../read-document.ts';
import type { ReadingQuestion } from '../reading-process.ts';
import type { Worker } from '../worker.ts';
import { isGenerated } from './generated.ts';

/** How far a look at a source is, and what it found. */
export interface ScanReport {
  readonly files: number;
  /** Read again because they are new or changed. */
  readonly indexed: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly skipped: Readonly<Partial<Record<SkipReason | 'secret' | 'generated', number>>>;
  /** The first files that could not be searched though they should be, with the reason. */
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
}

export interface ScanParts {
  readonly source: SourceRecord;
  readonly embedder: string;
  readonly maxFileBytes: number;
  readonly records: KnowledgeRecords;
  readonly reading: Pick<Worker<ReadingQuestion, unknown>, 'ask'>;
  /** All files of the source that may be read, absolute, and how many were left out for their names. */
  readonly list: () => Promise<{
    readonly files: readonly string[];
    readonly secretFilesSkipped: number;
    /** Directories that cannot be looked into. */
    readonly closed: readonly string[];
  }>;
  readonly upsert: (documents: readonly KnowledgeDocument[]) => Promise<void>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** Documents that are written together: more would hold up a query, fewer cost a transaction each. */
const BATCH_FILES = 24;
const BATCH_CHARACTERS = 400_000;
const MOST_PROBLEMS = 20;
const AHEAD = 6;

/** Compares a source with what is known of it, and reads what is new. Killed in between, it goes on where it was. */
export async function scan(parts: ScanParts): Promise<ScanReport> {
  const { source, records, reading, signal } = parts;
  const [{ files: listed, secretFilesSkipped, closed }, known] = await Promise.all([
    parts.list(),
    records.files(source.id),
  ]);
  const files = source.includeIgnored ? listed : listed.filter((path) => !isGenerated(path));
  signal.throwIfAborted();
  // Sound: reading-process.ts answers `stat` with one entry for each path.
  const stamps = (await reading.ask({ act: 'stat', paths: files })) as (
    | { mtimeMs: number; size: number }
    | undefined
  )[];
  const before = new Map(known.map((file) => [file.path, file]));
  const isKnown = (path: string, at: number): boolean =>
    isSame(before.get(path), stamps[at], parts.maxFileBytes);
  const changed = files.filter((path, at) => !isKnown(path, at));
  const left = files.flatMap((path, at) => {
    const file = before.get(path);
    return file?.skipped !== undefined && isKnown(path, at) ? [file] : [];
  });
  const present = new Set(files);
  const gone = known.filter(({ path }) => !present.has(path)).map(({ path }) => path);
  if (gone.length > 0) {
    await parts.remove(gone);
    await records.forgetFiles(source.id, gone);
  }
  const read = await readAll(parts, changed);
  const unreadable = (read.skipped.unreadable ?? 0) + closed.length;
  const skipped = {
    ...withLeft({ ...read.skipped, ...(unreadable > 0 && { unreadable }) }, left),
    ...(secretFilesSkipped > 0 && { secret: secretFilesSkipped }),
  };
  const generated = listed.length - files.length;
  const report: ScanReport = {
    files: files.length,
    indexed: read.indexed,
    unchanged: files.length - changed.length - left.length,
    removed: gone.length,
    skipped: { ...skipped, ...(generated > 0 && { generated }) },
    problems: [
      ...closed.map((path) => ({ path, reason: 'This directory cannot be read' })),
      ...read.problems,
      ...problemsOf(left),
    ].slice(0, MOST_PROBLEMS),
  };
  await records.scanned(source.id, { ...report });
  return report;
}

const isSame = (
  known: FileRecord | undefined,
  now: { readonly mtimeMs: number; readonly size: number } | undefined,
  maxFileBytes: number,
): boolean =>
  known !== undefined &&
  known.mtimeMs === now?.mtimeMs &&
  known.size === now.size &&
  // The limit may have been raised since.
  !(known.skipped === 'tooLarge' && known.size <= maxFileBytes);

/** The counts of this look, with the files that an earlier one left out and that are as they were. */
function withLeft(skipped: ScanReport['skipped'], left: readonly FileRecord[]): ScanReport['skipped'] {
  const counts: Record<string, number> = { ...skipped };
  for (const { skipped: why = '' } of left) counts[why] = (counts[why] ?? 0) + 1;
  return counts;
}

const problemsOf = (left: readonly FileRecord[]): { path: string; reason: string }[] =>
  left.flatMap(({ path, reason }) => (reason === undefined ? [] : [{ path, reason }]));

/** Reads these files of a source and writes what is in them, a batch at a time. */
export async function readAll(
  parts: ScanParts,
  paths: readonly string[],
): Promise<Pick<ScanReport, 'indexed' | 'skipped' | 'problems'>> {
  const { signal, onProgress } = parts;
  const skipped: Partial<Record<SkipReason, number>> = {};
  const problems: { path: string; reason: string }[] = [];
  let batch: ReadDocument[] = [];
  let size = 0;
  let indexed = 0;
  const write = async (): Promise<void> => {
    await writeBatch(parts, batch);
    [batch, size] = [[], 0];
  };
  const ahead = createReadAhead((path) => readFile(parts, path), paths);
  for (const [at, path] of paths.entries()) {
    signal.throwIfAborted();
    const file = await ahead(at);
    batch.push(file);
    size += file.document?.pieces.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
    if (file.document) indexed++;
    if (file.skipped) skipped[file.skipped] = (skipped[file.skipped] ?? 0) + 1;
    if (file.reason !== undefined && file.skipped !== 'gone' && problems.length < MOST_PROBLEMS)
      problems.push({ path, reason: file.reason });
    if (batch.length >= BATCH_FILES || size >= BATCH_CHARACTERS) await write();
    onProgress(at + 1, paths.length);
  }
  await write();
  return { indexed, skipped, problems };
}

/** Reads a few files before they are asked for: parsers work in another process meanwhile. */
function createReadAhead<T>(read: (path: string) => Promise<T>, paths: readonly string[]) {
  const started = new Map<number, Promise<T>>();
  return (at: number): Promise<T> => {
    for (let next = at; next < Math.min(at + AHEAD, paths.length); next++) {
      if (started.has(next)) continue;
      const reading = read(paths[next] ?? '');
      // The caller hears of what went wrong.
      reading.catch(() => {});
      started.set(next, reading);
    }
    const wanted = started.get(at);
    started.delete(at);
    if (!wanted) throw new Error(`File ${at} was read twice`);
    return wanted;
  };
}

async function readFile(
  { source, embedder, maxFileBytes, reading }: ScanParts,
  path: string,
): Promise<ReadDocument> {
  const { metadata, path: root } = source;
  const name = relative(root, path) || (root.split('/').at(-1) ?? path);
  const question = { act: 'read', path, root, name, metadata, embedder, maxBytes: maxFileBytes } as const;
  try {
    // Sound: reading-process.ts answers `read` with it.
    return (await reading.ask(question)) as ReadDocument;
  } catch (error) {
    if (!(error instanceof ToolError && error.code === 'TOO_LARGE')) throw error;
    // One file that takes too long is no reason to leave out the others.
    const { mtimeMs = 0, size = 0 } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
    return { path, mtimeMs, size, hash: '', skipped: 'tooSlow', reason: error.message };
  }
}

/** The document first, then that it was read: killed in between, it is read again and replaced by itself. */
async function writeBatch(
  { source, records, upsert, remove }: ScanParts,
  batch: readonly ReadDocument[],
): Promise<void> {
  if (batch.length === 0) return;
  const documents = batch.flatMap(({ document }) => document ?? []);
  const emptied = batch.filter(({ document }) => !document).map(({ path }) => path);
  if (documents.length > 0) await upsert(documents);
  if (emptied.length > 0) await remove(emptied);
  const unread = batch.filter(({ skipped }) => skipped === 'gone' || skipped === 'unreadable');
  const noted = batch.filter((file) => !unread.includes(file));
  await records.putFiles(
    source.id,
    noted.map(({ document: _, ...file }) => file),
  );
  if (unread.length > 0)
    await records.forgetFiles(
      source.id,
      unread.map(({ path }) => path),
    );
}
