import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { UsageError } from '../core/errors.ts';
import { type ExportVerification, verifyExport } from '../store/audit/signed-export.ts';
import { fingerprintOf } from '../store/audit/signing-key.ts';

/** Verifies a signed export; needs nothing of the machine it came from but its public key. */
export function verifyExportFile(path: string, keyPath: string | undefined): ExportVerification {
  if (keyPath === undefined)
    throw new UsageError(
      `${path} can only be verified with the public key of its machine: give --key FILE. ` +
        'toolgate audit key prints it there.',
    );
  const key = readPublicKey(keyPath);
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`);
  return verifyExport(linesOf(path), key);
}

function readPublicKey(path: string): string {
  try {
    const pem = readFileSync(path, 'utf8');
    fingerprintOf(pem);
    return pem;
  } catch (error) {
    throw new UsageError(
      `${path} holds no public key: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** A piece at a time: a record may be larger than memory. */
function* linesOf(path: string): Iterable<string> {
  const fd = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    const decoder = new TextDecoder();
    let rest = '';
    for (let size = readSync(fd, piece); size > 0; size = readSync(fd, piece)) {
      const lines = (rest + decoder.decode(piece.subarray(0, size), { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    yield rest;
  } finally {
    closeSync(fd);
  }
}

const PIECE_BYTES = 1_048_576;
