import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userId } from '../process/user-id.ts';

// The kernel takes 108 bytes with the closing zero; macOS takes 104.
const LONGEST = 100;

/** Where the host of a data directory listens; a path too long for a socket gets a short stand-in, private to the user. */
export function socketPath(dataDir: string): string {
  const path = join(dataDir, 'host.sock');
  if (Buffer.byteLength(path) <= LONGEST) return path;
  // Loaded only here: a pipe needs none of it otherwise, and it is large.
  const { hash } = process.getBuiltinModule('node:crypto');
  return join(tmpdir(), `toolgate-${userId()}`, `${hash('sha256', dataDir).slice(0, 24)}.sock`);
}
