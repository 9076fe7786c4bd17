/** Version 3 of the protocol, as every server speaks it. */
export const TYPE = {
  INIT: 1,
  VERSION: 2,
  OPEN: 3,
  CLOSE: 4,
  READ: 5,
  WRITE: 6,
  LSTAT: 7,
  FSTAT: 8,
  SETSTAT: 9,
  FSETSTAT: 10,
  OPENDIR: 11,
  READDIR: 12,
  REMOVE: 13,
  MKDIR: 14,
  RMDIR: 15,
  REALPATH: 16,
  STAT: 17,
  RENAME: 18,
  READLINK: 19,
  STATUS: 101,
  HANDLE: 102,
  DATA: 103,
  NAME: 104,
  ATTRS: 105,
  EXTENDED: 200,
  EXTENDED_REPLY: 201,
} as const;

export const STATUS = { OK: 0, EOF: 1, NO_SUCH_FILE: 2, PERMISSION_DENIED: 3, FAILURE: 4 } as const;

/** A field of a request: 32 bits, 64 bits, a string with its length, or bytes as they are. */
export type Field = number | bigint | string | Uint8Array | { readonly raw: Uint8Array };

const HEADER = 9;

/** A request with its length, type and number. */
export function encode(type: number, id: number, fields: readonly Field[]): Buffer {
  const size = fields.reduce<number>((sum, field) => sum + sizeOf(field), HEADER);
  const packet = Buffer.allocUnsafe(size);
  packet.writeUInt32BE(size - 4, 0);
  packet[4] = type;
  packet.writeUInt32BE(id, 5);
  fields.reduce<number>((at, field) => put(packet, at, field), HEADER);
  return packet;
}

/** A packet that is all there but for its number. */
export function numbered(packet: Buffer, id: number): Buffer {
  packet.writeUInt32BE(id, 5);
  return packet;
}

/** How much stands before the bytes of a WRITE. */
export const writeHeader = (handle: Uint8Array): number => HEADER + 4 + handle.length + 8 + 4;

/** Puts a WRITE around bytes that are in the packet already, behind its header; they are not copied. */
export function packWrite(packet: Buffer, handle: Uint8Array, offset: number): void {
  const start = writeHeader(handle);
  packet.writeUInt32BE(packet.length - 4, 0);
  packet[4] = TYPE.WRITE;
  const at = put(packet, put(packet, HEADER, handle), BigInt(offset));
  packet.writeUInt32BE(packet.length - start, at);
}

function sizeOf(field: Field): number {
  if (typeof field === 'number') return 4;
  if (typeof field === 'bigint') return 8;
  if (typeof field === 'string') return 4 + Buffer.byteLength(field);
  return 'raw' in field ? field.raw.length : 4 + field.length;
}

function put(packet: Buffer, at: number, field: Field): number {
  if (typeof field === 'number') return packet.writeUInt32BE(field >>> 0, at);
  if (typeof field === 'bigint') return packet.writeBigUInt64BE(field, at);
  if (typeof field === 'string') {
    const length = packet.write(field, at + 4);
    packet.writeUInt32BE(length, at);
    return at + 4 + length;
  }
  if ('raw' in field) {
    packet.set(field.raw, at);
    return at + field.raw.length;
  }
  packet.writeUInt32BE(field.length, at);
  packet.set(field, at + 4);
  return at + 4 + field.length;
}

/** Reads the fields of a packet one after the other. */
export class PacketReader {
  private at: number;
  private readonly packet: Buffer;

  constructor(packet: Buffer, at: number) {
    this.packet = packet;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.packet.length;
  }
  uint32(): number {
    this.at += 4;
    return this.packet.readUInt32BE(this.at - 4);
  }
  uint64(): number {
    this.at += 8;
    return Number(this.packet.readBigUInt64BE(this.at - 8));
  }
  bytes(): Buffer {
    const length = this.uint32();
    if (this.at + length > this.packet.length) throw new RangeError('A field is longer than its packet');
    this.at += length;
    return this.packet.subarray(this.at - length, this.at);
  }
  text(): string {
    return this.bytes().toString('utf8');
  }
}
