import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const [STORED, DEFLATED] = [0, 8];

/** One file of a ZIP archive, found through its directory; never more than `maxBytes`. */
export function readZipEntry(archive: Buffer, wanted: string, maxBytes: number): Buffer {
  const end = findEnd(archive);
  let at = archive.readUInt32LE(end + 16);
  for (let entry = archive.readUInt16LE(end + 10); entry > 0 && archive.readUInt32LE(at) === ENTRY; entry--) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) =>
      archive.readUInt16LE(at + place),
    );
    const name = archive.toString('utf8', at + 46, at + 46 + (nameBytes ?? 0));
    if (name === wanted) return unpack(archive, at, maxBytes);
    at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  throw new Error(`It has no ${wanted}`);
}

function findEnd(archive: Buffer): number {
  for (let at = archive.length - 22; at >= Math.max(0, archive.length - 65_557); at--)
    if (archive.readUInt32LE(at) === END) return at;
  throw new Error('It is not a ZIP archive');
}

function unpack(archive: Buffer, at: number, maxBytes: number): Buffer {
  const method = archive.readUInt16LE(at + 10);
  const packedBytes = archive.readUInt32LE(at + 20);
  const local = archive.readUInt32LE(at + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + packedBytes);
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error(`It is packed in a way (${method}) that is not known here`);
  return inflateRawSync(packed, { maxOutputLength: maxBytes });
}
