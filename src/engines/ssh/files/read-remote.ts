import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { ToolError } from '../../../core/errors.ts';
import { answerShare } from '../../../core/text/answer-body.ts';
import { counted } from '../../../core/text/counted.ts';
import { AFTER, BEFORE, type CutText, HEAD } from '../../../core/text/cut-text.ts';
import type { Attributes } from '../sftp/attributes.ts';
import type { Sftp } from '../sftp/sftp.ts';
import { type OpenFile, openToRead } from './open-to-read.ts';
import { explained } from './remote-file-error.ts';
import type { RemotePlace } from './remote-place.ts';
import { pageOf, type TextPart } from './text-part.ts';

export interface ReadOptions {
  readonly encoding: 'utf-8' | 'ascii' | 'base64';
  readonly maxSize: number;
  readonly offset?: number | undefined;
  readonly length?: number | undefined;
  /** So many files are shown in one answer; default: this one alone. */
  readonly sharedBy?: number | undefined;
}

/** How a text leaves. */
export interface TextLimits {
  readonly pageBytes: number;
  readonly cut: CutText;
}

export interface RemoteFile {
  readonly path: string;
  readonly content: string;
  /** Of the whole file. */
  readonly size: number;
  readonly encoding: ReadOptions['encoding'];
  /** There is more behind what was read. */
  readonly truncated: boolean;
  /** Where to go on. */
  readonly nextOffset?: number;
}

const READS_AT_ONCE = 16;

export async function readRemote(
  path: string,
  place: RemotePlace,
  asked: ReadOptions,
  { pageBytes, cut }: TextLimits,
): Promise<RemoteFile> {
  const options = { ...asked, pageBytes: answerShare(pageBytes, asked.sharedBy), cut };
  const onDirectory = 'acp_remote_list_files shows what is in it.';
  const opened = await openToRead(path, place, { onDirectory, takesDevice: true });
  const { path: at } = opened;
  return explained(at, place, async () => {
    const part = await readPart(opened, place, options);
    const { content, length } = contentOf(part, at, options);
    const { size } = part;
    const end = (options.offset ?? 0) + length;
    const more = end < size ? { truncated: true, nextOffset: end } : { truncated: false };
    return { path: at, content, size, encoding: options.encoding, ...more };
  });
}

type PagedOptions = ReadOptions & TextLimits;

interface Part extends TextPart {
  readonly size: number;
  /** More was asked for than was read. */
  readonly hasMore: boolean;
}

async function readPart(
  { handle, attributes, path, look }: OpenFile,
  place: RemotePlace,
  options: PagedOptions,
): Promise<Part> {
  const read = ({ size = 0 }: Attributes): Promise<Part> => readOpened(handle, size, path, place, options);
  try {
    // Both at once, for a long way's sake.
    const [opened, part] = await Promise.all([look(), read(attributes)]);
    const isSame = opened.size === attributes.size && opened.mtime === attributes.mtime;
    // Between the two looks another file may have been put in its place.
    return isSame ? part : await read(opened);
  } finally {
    await place.sftp.close(handle).catch(() => {});
  }
}

async function readOpened(
  handle: Uint8Array,
  size: number,
  path: string,
  { sftp, host }: RemotePlace,
  options: PagedOptions,
): Promise<Part> {
  const { maxSize, offset: from = 0, length, pageBytes } = options;
  const wanted = Math.max(0, Math.min(length ?? Number.POSITIVE_INFINITY, size - from));
  const isText = options.encoding !== 'base64';
  const goesOn = isText && options.offset !== undefined && length === undefined;
  if (!goesOn && wanted > maxSize) throw tooLarge(path, host, { size, wanted, maxSize });
  // Files of /proc say that they are empty, and are not.
  if (size === 0) return readUnsized(sftp, handle, { path, host, maxSize, from, length });
  // All of a file is looked at to tell whether it is text.
  const shown = isText && isPart(options) ? Math.min(wanted, pageBytes) : wanted;
  const start = isText ? Math.max(0, from - BEFORE) : from;
  const end = Math.min(size, from + shown + (isText ? AFTER : 0));
  const [head, read] = await Promise.all([
    readRange(sftp, handle, 0, isText ? Math.min(HEAD, start) : 0),
    readRange(sftp, handle, start, end),
  ]);
  return {
    before: Buffer.concat([head, read.subarray(0, from - start)]),
    bytes: read.subarray(from - start, from - start + shown),
    after: read.subarray(from - start + shown),
    size,
    hasMore: shown < wanted,
  };
}

const isPart = ({ offset, length }: ReadOptions): boolean => offset !== undefined || length !== undefined;

async function readRange(sftp: Sftp, handle: Uint8Array, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
  return bytes.subarray(0, await readInto(sftp, handle, bytes, start));
}

/** Several requests are under way at once; answers how much there was. */
async function readInto(sftp: Sftp, handle: Uint8Array, bytes: Buffer, from: number): Promise<number> {
  let next = 0;
  let end = bytes.length;
  const readOn = async (): Promise<void> => {
    while (next < end) {
      let at = next;
      const until = Math.min(at + sftp.readPiece, end);
      next = until;
      while (at < until) {
        const piece = await sftp.read(handle, from + at, until - at);
        // It became shorter meanwhile.
        if (piece === undefined) {
          end = Math.min(end, at);
          break;
        }
        piece.copy(bytes, at);
        at += piece.length;
        sftp.release(piece);
      }
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, readOn));
  return end;
}

interface Unsized {
  readonly path: string;
  readonly host: string;
  readonly maxSize: number;
  readonly from: number;
  readonly length: number | undefined;
}

/** How large it is shows only at its end; what never ends, such as a device, is read as far as it was asked for. */
async function readUnsized(
  sftp: Sftp,
  handle: Uint8Array,
  { path, host, maxSize, from, length = Number.POSITIVE_INFINITY }: Unsized,
): Promise<Part> {
  const pieces: Buffer[] = [];
  let size = 0;
  while (size < length) {
    const piece = await sftp.read(handle, from + size, Math.min(sftp.readPiece, length - size));
    if (piece === undefined || piece.length === 0) break;
    pieces.push(piece);
    size += piece.length;
    if (size > maxSize)
      throw new ToolError(
        'TOO_LARGE',
        `${path} on ${host} has more than ${maxSize} bytes, which is maxSize`,
        {
          hint: 'Read a part with offset and length, or run head with acp_remote_execute_command.',
        },
      );
  }
  const nothing = Buffer.alloc(0);
  return {
    before: nothing,
    bytes: Buffer.concat(pieces),
    after: nothing,
    size: from + size,
    hasMore: false,
  };
}

function contentOf(
  part: Part,
  path: string,
  options: PagedOptions,
): { readonly content: string; readonly length: number } {
  const { bytes, size, hasMore } = part;
  const { encoding, pageBytes, cut } = options;
  if (encoding === 'base64') return { content: bytes.toString('base64'), length: bytes.length };
  if (!bytes.includes(0) && (isPart(options) || isUtf8(bytes)))
    return pageOf(part, { encoding: encoding === 'ascii' ? 'latin1' : 'utf8', pageBytes, hasMore, cut });
  throw new ToolError(
    'VALIDATION',
    `${path} is binary: ${counted(size, 'byte')}${isPart(options) ? '' : `, sha256 ${hash('sha256', bytes)}`}`,
    { hint: 'Read it with encoding "base64", or fetch it with acp_remote_download.' },
  );
}

const tooLarge = (
  path: string,
  host: string,
  { size, wanted, maxSize }: { readonly size: number; readonly wanted: number; readonly maxSize: number },
): ToolError =>
  new ToolError(
    'TOO_LARGE',
    `${path} on ${host} has ${counted(size, 'byte')}${wanted === size ? '' : `, ${wanted} of them asked for`}; maxSize is ${maxSize}`,
    {
      hint: 'Read a part with offset and length, run head or tail with acp_remote_execute_command, or fetch all of it with acp_remote_download.',
    },
  );
