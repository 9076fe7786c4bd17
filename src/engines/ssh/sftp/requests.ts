import { encode, type Field, numbered, PacketReader, STATUS, TYPE } from './packet.ts';
import { createPacketStream } from './packet-stream.ts';
import { SftpError } from './sftp-error.ts';
import { SpareBuffers } from './spare-buffers.ts';

interface Waiting {
  resolve(packet: Buffer): void;
  reject(error: Error): void;
}

/** Where an answer's own fields begin: behind its type and number. */
const FIELDS = 5;

/** Requests of a channel, any number of them under way at once; answers may come in any order. */
export class SftpRequests {
  readonly extensions = new Map<string, string>();
  readonly buffers = new SpareBuffers();
  private readonly waiting = new Map<number, Waiting>();
  private readonly write: (packet: Buffer) => void;
  private readonly version = Promise.withResolvers<void>();
  /** How many answers there were so far. */
  answers = 0;
  private lastId = 0;
  private hasGreeted = false;
  private failure: Error | undefined;
  readonly feed: (piece: Buffer) => void;

  constructor(write: (packet: Buffer) => void) {
    this.write = write;
    this.version.promise.catch(() => {});
    this.feed = createPacketStream(
      (packet) => this.take(packet),
      // A start-up file of the account that prints something breaks the protocol for every client.
      (start) => this.fail(new Error(`it printed "${start.toString('utf8').trim().slice(0, 80)}"`)),
      (size) => this.buffers.take(size),
    );
  }

  /** The handshake. */
  init(): Promise<void> {
    this.write(Buffer.from([0, 0, 0, 5, TYPE.INIT, 0, 0, 0, 3]));
    return this.version.promise;
  }

  /** Whatever is under way ends with this. */
  fail(error: Error): void {
    this.failure ??= error;
    this.version.reject(error);
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  get isWaiting(): boolean {
    return this.waiting.size > 0;
  }

  get isAlive(): boolean {
    return this.failure === undefined;
  }

  /** The answer, behind its number; a status that is no success throws. */
  async ask(type: number, ...fields: readonly Field[]): Promise<PacketReader> {
    return this.understood(await this.send((id) => encode(type, id, fields)));
  }

  /** The same for a request that was put together elsewhere, all but its number. */
  async askPacked(packet: Buffer): Promise<PacketReader> {
    return this.understood(await this.send((id) => numbered(packet, id)));
  }

  private understood(packet: Buffer): PacketReader {
    const from = new PacketReader(packet, FIELDS);
    if (packet[0] !== TYPE.STATUS) return from;
    const status = from.uint32();
    if (status === STATUS.OK) return from;
    throw new SftpError(status, from.isAtEnd ? `status ${status}` : from.text());
  }

  private send(packed: (id: number) => Buffer): Promise<Buffer> {
    if (this.failure) return Promise.reject(this.failure);
    this.lastId = (this.lastId + 1) >>> 0;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.write(packed(id));
    });
  }

  private take(packet: Buffer): void {
    this.answers++;
    if (packet[0] === TYPE.VERSION) {
      this.greet(packet);
      return;
    }
    const id = packet.readUInt32BE(1);
    this.waiting.get(id)?.resolve(packet);
    this.waiting.delete(id);
  }

  private greet(packet: Buffer): void {
    // Each would add to what is kept of the first.
    if (this.hasGreeted) throw new Error('a second greeting');
    this.hasGreeted = true;
    const from = new PacketReader(packet, FIELDS);
    while (!from.isAtEnd) this.extensions.set(from.text(), from.text());
    this.version.resolve();
  }
}
