import { deserialize, serialize } from 'node:v8';

/** A value as it goes through a pipe: its length, then what it is. Text takes what it takes in memory, and no more. */
export function toFrame(value: unknown): [length: Buffer, value: Buffer] {
  const body = serialize(value);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(body.length);
  return [length, body];
}

const LENGTH_BYTES = 4;

/** Puts values together again; a chunk is copied. One of more bytes than `mostBytes` is an error before it is there. */
export function createFrames(mostBytes: number, take: (value: unknown) => void): (chunk: Buffer) => void {
  let wanted = Buffer.alloc(LENGTH_BYTES);
  let filled = 0;
  let isLength = true;
  const done = (): void => {
    const whole = wanted;
    const length = isLength ? whole.readUInt32LE() : LENGTH_BYTES;
    if (isLength && length > mostBytes) throw new FrameTooLong(mostBytes);
    wanted = Buffer.allocUnsafeSlow(length);
    filled = 0;
    isLength = !isLength;
    if (isLength) take(deserialize(whole));
  };
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(wanted, filled, at);
      at += copied;
      filled += copied;
      if (filled === wanted.length) done();
    }
  };
}

export class FrameTooLong extends Error {
  constructor(mostBytes: number) {
    super(`An answer has more than ${mostBytes} bytes`);
  }
}
