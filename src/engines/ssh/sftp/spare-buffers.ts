/** Room for the largest piece and what stands before it. */
const ROOM = 262_144;
const WORTH_IT = 65_536;
const MOST = 40;

/**
 * Buffers of a transfer, used again and again: memory outside of the heap is given back by the garbage collector
 * alone, which otherwise takes as long as the transfer itself.
 */
export class SpareBuffers {
  private readonly spare: ArrayBufferLike[] = [];

  take(size: number): Buffer {
    if (size < WORTH_IT || size > ROOM) return Buffer.allocUnsafe(size);
    return Buffer.from(this.spare.pop() ?? new ArrayBuffer(ROOM), 0, size);
  }

  /** Nobody looks at this one any more. */
  giveBack({ buffer }: Buffer): void {
    if (buffer.byteLength === ROOM && this.spare.length < MOST) this.spare.push(buffer);
  }
}
