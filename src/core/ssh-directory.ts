import { hash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userId } from './user-id.ts';

// A socket's path takes 103 bytes on macOS; ssh adds 17 while it makes one, and we a name.
const LONGEST = 75;

/** Where the sockets of SSH connections are: whoever reaches them reaches the other machine, so no child sees it. */
export function sshDirectory(dataDir: string): string {
  const path = join(dataDir, 'ssh');
  if (Buffer.byteLength(path) <= LONGEST) return path;
  return join(tmpdir(), `toolgate-${userId()}`, `${hash('sha256', dataDir).slice(0, 16)}-ssh`);
}
