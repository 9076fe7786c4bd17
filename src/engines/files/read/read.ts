import { hash } from 'node:crypto';
import { closeSync, type Stats } from 'node:fs';
import { type Opened, openInside } from '../open/open-inside.ts';
import type { Reach } from '../open/reach.ts';
import { describeBinary, formOf, type ReadFile, type ReadOptions, textPage } from './file-content.ts';
import { languageOf } from './language.ts';
import { checkRegular, readBriefly } from './read-whole.ts';

/** Up to here one read and no waiting is the fastest; what is larger is read in pieces. */
const AT_ONCE_BYTES = 524_288;

/** A page of a file: at once where it is small, piece by piece where it is large. */
export function readFile(
  path: string,
  reach: Reach,
  options: ReadOptions,
  signal: AbortSignal,
): ReadFile | Promise<ReadFile> {
  const opened = openInside(path, reach);
  let isMine = true;
  try {
    const { fd, stats } = opened;
    checkRegular(path, stats);
    if (stats.size <= AT_ONCE_BYTES)
      return readBriefly(fd, stats.size, (bytes) => describe(path, stats, bytes, options));
    isMine = false;
  } finally {
    if (isMine) closeSync(opened.fd);
  }
  return readLarge(path, opened, options, signal);
}

async function readLarge(path: string, opened: Opened, options: ReadOptions, signal: AbortSignal) {
  try {
    const { readInPieces } = await import('./read-large.ts');
    return await readInPieces(path, opened, options, signal);
  } finally {
    closeSync(opened.fd);
  }
}

function describe(path: string, stats: Stats, bytes: Buffer, options: ReadOptions): ReadFile {
  const form = formOf(bytes, options, { isWhole: true });
  const facts = {
    size: bytes.length,
    lastModified: new Date(stats.mtimeMs).toISOString(),
    sha256: hash('sha256', bytes),
  };
  if (form === undefined) return describeBinary(path, bytes, options, facts);
  return { path, ...textPage(bytes, form, options), language: languageOf(path), ...facts };
}
