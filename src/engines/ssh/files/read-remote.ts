import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { ToolError } from '../../../core/errors.ts';
import type { Attributes } from '../sftp/attributes.ts';
import type { Sftp } from '../sftp/sftp.ts';
import { type OpenFile, openToRead } from './open-to-read.ts';
import { explained } from './remote-file-error.ts';
import type { RemotePlace } from './remote-place.ts';

export interface ReadOptions {
  readonly encoding: 'utf-8' | 'ascii' | 'base64';
  readonly maxSize: number;
  readonly offset?: number | undefined;
  readonly length?: number | undefined;
}

export interface RemoteFile {
  readonly path: string;
  readonly content: string;
  /** Of the whole file. */
  readonly size: number;
  readonly encoding: ReadOptions['encoding'];
  /** There is more behind what was read. */
  readonly truncated: boolean;
}

const READS_AT_ONCE = 16;

export async function readRemote(
  path: string,
  place: RemotePlace,
  options: ReadOptions,
): Promise<RemoteFile> {
  const onDirectory = 'acp_remote_list_files shows what is in it.';
  const opened = await openToRead(path, place, { onDirectory, takesDevice: true });
  const { path: at } = opened;
  return explained(at, place, async () => {
    const { bytes, size } = await readPart(opened, place, options);
    const offset = options.offset ?? 0;
    return {
      path: at,
      content: contentOf(bytes, at, size, options),
      size,
      encoding: options.encoding,
      truncated: offset + bytes.length < size,
    };
  });
}

interface Part {
  readonly bytes: Buffer;
  readonly size: number;
}

async function readPart(
  { handle, attributes, path, look }: OpenFile,
  place: RemotePlace,
  options: ReadOptions,
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
  { maxSize, offset: from = 0, length }: ReadOptions,
): Promise<Part> {
  const wanted = Math.max(0, Math.min(length ?? Number.POSITIVE_INFINITY, size - from));
  if (wanted > maxSize) throw tooLarge(path, host, { size, wanted, maxSize });
  // Files of /proc say that they are empty, and are not.
  if (size === 0) return readUnsized(sftp, handle, { path, host, maxSize, from, length });
  const bytes = Buffer.allocUnsafe(wanted);
  const read = await readInto(sftp, handle, bytes, from);
  return { bytes: bytes.subarray(0, read), size };
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
) {
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
  return { bytes: Buffer.concat(pieces), size: from + size };
}

function contentOf(
  bytes: Buffer,
  path: string,
  size: number,
  { encoding, offset, length }: ReadOptions,
): string {
  if (encoding === 'base64') return bytes.toString('base64');
  const isPart = offset !== undefined || length !== undefined;
  if (!bytes.includes(0) && (isPart || isUtf8(bytes)))
    return bytes.toString(encoding === 'ascii' ? 'latin1' : 'utf8');
  throw new ToolError(
    'VALIDATION',
    `${path} is binary: ${size} bytes${isPart ? '' : `, sha256 ${hash('sha256', bytes)}`}`,
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
    `${path} on ${host} has ${size} bytes${wanted === size ? '' : `, ${wanted} of them asked for`}; maxSize is ${maxSize}`,
    {
      hint: 'Read a part with offset and length, run head or tail with acp_remote_execute_command, or fetch all of it with acp_remote_download.',
    },
  );
