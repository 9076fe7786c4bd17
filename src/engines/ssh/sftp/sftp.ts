import { type Attributes, attributeFields, readAttributes } from './attributes.ts';
import { type PacketReader, packWrite, STATUS, TYPE, writeHeader } from './packet.ts';
import type { SftpRequests } from './requests.ts';
import { SftpError } from './sftp-error.ts';

/** How a file is opened. */
export const OPEN = { READ: 0x1, WRITE: 0x2, CREATE: 0x8, TRUNCATE: 0x10, EXCLUSIVE: 0x20 } as const;

export interface NamedEntry {
  readonly name: string;
  /** As `ls -l` shows it. */
  readonly line: string;
  readonly attributes: Attributes;
}

export interface FileSystemSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export type Handle = Uint8Array;

/** Bytes that are on their way to a file. */
interface Piece {
  readonly packet: Buffer;
  readonly bytes: Buffer;
}

interface ListWanted {
  readonly isWanted?: (name: string) => boolean;
  /** So many that are wanted will do. */
  readonly isEnough?: (count: number) => boolean;
}

const READDIRS_AT_ONCE = 6;
/** Of a directory: a machine that goes on and on would fill the memory. */
const MOST_NAMES = 100_000;
const MOST_CHARACTERS = 20_000_000;
/** What every server takes; OpenSSH says that it takes more. */
const SMALLEST_PIECE = 32_768;
const LARGEST_PIECE = 261_120;

/** Files of a remote machine, one request each; what needs several of them stands elsewhere. */
export class Sftp {
  private readonly requests: SftpRequests;
  private readonly limits = { read: SMALLEST_PIECE, write: SMALLEST_PIECE };

  private constructor(requests: SftpRequests) {
    this.requests = requests;
  }

  /** Greets the server and asks how much it takes at once. */
  static async open(requests: SftpRequests): Promise<Sftp> {
    await requests.init();
    const sftp = new Sftp(requests);
    if (sftp.can('limits@openssh.com')) {
      const from = await requests.ask(TYPE.EXTENDED, 'limits@openssh.com');
      from.uint64();
      const [read, write] = [from.uint64(), from.uint64()];
      sftp.limits.read = pieceOf(read);
      sftp.limits.write = pieceOf(write);
    }
    return sftp;
  }

  get isAlive(): boolean {
    return this.requests.isAlive;
  }
  can(extension: string): boolean {
    return this.requests.extensions.has(extension);
  }
  get readPiece(): number {
    return this.limits.read;
  }
  get writeLength(): number {
    return this.limits.write;
  }

  async openFile(path: string, flags: number, attributes: Attributes = {}): Promise<Handle> {
    return handleIn(await this.requests.ask(TYPE.OPEN, path, flags, ...attributeFields(attributes)));
  }
  async close(handle: Handle): Promise<void> {
    await this.requests.ask(TYPE.CLOSE, handle);
  }
  /** Undefined at the end of the file. */
  async read(handle: Handle, offset: number, length: number): Promise<Buffer | undefined> {
    const piece = await unlessEnd(this.requests.ask(TYPE.READ, handle, BigInt(offset), length), (from) =>
      from.bytes(),
    );
    if (piece && piece.length > length)
      throw new SftpError(STATUS.FAILURE, 'it answers more than was asked for');
    // Who reads on would ask for the same place without end.
    return piece?.length === 0 ? undefined : piece;
  }
  async write(handle: Handle, offset: number, bytes: Uint8Array): Promise<void> {
    await this.requests.ask(TYPE.WRITE, handle, BigInt(offset), bytes);
  }
  /** A piece to fill and to send with `writePiece`. */
  newPiece(handle: Handle, length: number): Piece {
    const packet = this.requests.buffers.take(writeHeader(handle) + length);
    return { packet, bytes: packet.subarray(writeHeader(handle)) };
  }
  /** Sends the first `length` bytes of a piece, which must not be touched any more. */
  async writePiece({ packet }: Piece, length: number, handle: Handle, offset: number): Promise<void> {
    const whole = packet.subarray(0, writeHeader(handle) + length);
    packWrite(whole, handle, offset);
    await this.requests.askPacked(whole);
    // It was answered, so all of it has gone out.
    this.requests.buffers.giveBack(packet);
  }
  /** What `read` answered is not needed any more; its memory holds the next piece. */
  release(bytes: Buffer): void {
    this.requests.buffers.giveBack(bytes);
  }
  async fstat(handle: Handle): Promise<Attributes> {
    return readAttributes(await this.requests.ask(TYPE.FSTAT, handle));
  }
  async stat(path: string): Promise<Attributes> {
    return readAttributes(await this.requests.ask(TYPE.STAT, path));
  }
  async lstat(path: string): Promise<Attributes> {
    return readAttributes(await this.requests.ask(TYPE.LSTAT, path));
  }
  async setstat(path: string, attributes: Attributes): Promise<void> {
    await this.requests.ask(TYPE.SETSTAT, path, ...attributeFields(attributes));
  }
  async fsetstat(handle: Handle, attributes: Attributes): Promise<void> {
    await this.requests.ask(TYPE.FSETSTAT, handle, ...attributeFields(attributes));
  }
  async remove(path: string): Promise<void> {
    await this.requests.ask(TYPE.REMOVE, path);
  }
  async makeDirectory(path: string, attributes: Attributes = {}): Promise<void> {
    await this.requests.ask(TYPE.MKDIR, path, ...attributeFields(attributes));
  }
  async removeDirectory(path: string): Promise<void> {
    await this.requests.ask(TYPE.RMDIR, path);
  }
  async realPath(path: string): Promise<string> {
    return firstName(await this.requests.ask(TYPE.REALPATH, path));
  }
  async readLink(path: string): Promise<string> {
    return firstName(await this.requests.ask(TYPE.READLINK, path));
  }
  /** Refused where there is something at `to`. */
  async rename(from: string, to: string): Promise<void> {
    await this.requests.ask(TYPE.RENAME, from, to);
  }
  /** Replaces what is at `to`. */
  async replace(from: string, to: string): Promise<void> {
    await this.requests.ask(TYPE.EXTENDED, 'posix-rename@openssh.com', from, to);
  }
  /** A second name for the same file. */
  async link(from: string, to: string): Promise<void> {
    await this.requests.ask(TYPE.EXTENDED, 'hardlink@openssh.com', from, to);
  }
  async sync(handle: Handle): Promise<void> {
    if (this.can('fsync@openssh.com')) await this.requests.ask(TYPE.EXTENDED, 'fsync@openssh.com', handle);
  }
  async space(path: string): Promise<FileSystemSpace | undefined> {
    if (!this.can('statvfs@openssh.com')) return undefined;
    const from = await this.requests.ask(TYPE.EXTENDED, 'statvfs@openssh.com', path);
    const [, fragment, total, , available] = [1, 2, 3, 4, 5].map(() => from.uint64());
    return { freeBytes: (available ?? 0) * (fragment ?? 0), totalBytes: (total ?? 0) * (fragment ?? 0) };
  }

  /** All of a directory; several questions are under way at once, since each answer holds about a hundred names. */
  async list(
    path: string,
    { isWanted = () => true, isEnough = () => false }: ListWanted = {},
  ): Promise<NamedEntry[]> {
    const handle = handleIn(await this.requests.ask(TYPE.OPENDIR, path));
    const found: NamedEntry[] = [];
    let [isOver, asked, characters] = [false, 0, 0];
    const readOn = async (): Promise<void> => {
      while (!isOver) {
        const names = await unlessEnd(this.requests.ask(TYPE.READDIR, handle), namesIn);
        if (names === undefined || names.length === 0) isOver = true;
        else found.push(...names.filter(({ name }) => name !== '.' && name !== '..' && isWanted(name)));
        for (const { name, line } of names ?? []) characters += name.length + line.length;
        asked += names?.length ?? 0;
        if (isEnough(found.length) || asked > MOST_NAMES || characters > MOST_CHARACTERS) isOver = true;
      }
    };
    try {
      await Promise.all(Array.from({ length: READDIRS_AT_ONCE }, readOn));
    } finally {
      await this.close(handle).catch(() => {});
    }
    return found;
  }
}

const pieceOf = (allowed: number): number =>
  allowed === 0 ? LARGEST_PIECE : Math.min(Math.max(allowed, SMALLEST_PIECE), LARGEST_PIECE);

const handleIn = (from: PacketReader): Handle => Uint8Array.from(from.bytes());

/** How many there are to be is only believed as far as they come. */
function namesIn(from: PacketReader): NamedEntry[] {
  const names: NamedEntry[] = [];
  for (let left = from.uint32(); left > 0; left--)
    names.push({ name: from.text(), line: from.text(), attributes: readAttributes(from) });
  return names;
}

const firstName = (from: PacketReader): string => {
  const [first] = namesIn(from);
  if (!first) throw new SftpError(STATUS.FAILURE, 'no name');
  return first.name;
};

async function unlessEnd<T>(
  answer: Promise<PacketReader>,
  take: (from: PacketReader) => T,
): Promise<T | undefined> {
  try {
    return take(await answer);
  } catch (error) {
    if (error instanceof SftpError && error.status === STATUS.EOF) return undefined;
    throw error;
  }
}
