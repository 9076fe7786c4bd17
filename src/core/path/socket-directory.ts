import { hash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userId } from '../process/user-id.ts';

// A socket's path takes 103 bytes on macOS; ssh adds 17 while it makes one, and we a name.
const LONGEST = 75;

/**
 * Where sockets of one kind are: those of SSH connections, those that lead to ports. Who reaches them reaches what
 * is behind them, so no child sees the directory.
 */
export function socketDirectory(dataDir: string, kind: 'ssh' | 'ports'): string {
  const path = join(dataDir, kind);
  if (Buffer.byteLength(path) <= LONGEST) return path;
  return join(tmpdir(), `toolgate-${userId()}`, `${hash('sha256', dataDir).slice(0, 16)}-${kind}`);
}
