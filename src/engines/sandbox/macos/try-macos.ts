import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { environmentFor } from '../../process/child/environment.ts';
import { startChild } from '../../process/child/start-child.ts';
import { macosProfile } from './macos-profile.ts';

const LIMIT_MS = 5000;

/** Whether the sandbox of macOS does here what the profile means: a file can be read, and none can be made. */
export async function tryMacosSandbox(scratch: string): Promise<boolean> {
  const root = join(scratch, 'root');
  mkdirSync(root);
  writeFileSync(join(root, 'given'), 'given');
  const reach = { roots: [root], access: [], hidden: [], readOnly: [], home: homedir() };
  const env = await environmentFor({ argv: ['sandbox-exec'], cwd: '/', needsLogin: false });
  const profile = macosProfile({
    reach,
    finds: [],
    programs: { places: [], hidden: [] },
    home: { toolchains: [], caches: [], hidden: [] },
  });
  const script = 'cat given >/dev/null || exit 1; (echo x > made) 2>/dev/null; exit 0';
  const argv = ['sandbox-exec', '-p', profile, '/bin/sh', '-c', script] as const;
  const child = await startChild({ argv, cwd: root, env, isSandboxed: false });
  const timer = setTimeout(() => void child.end(0), LIMIT_MS);
  const { exitCode } = await child.ended;
  clearTimeout(timer);
  return exitCode === 0 && !existsSync(join(root, 'made'));
}
