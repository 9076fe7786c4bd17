import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { BIN } from './program.ts';
import type { Ended } from './run-program.ts';
import { SHORT_LIVED } from './stdio-agent.ts';

/**
 * Runs a shell script where mounting is allowed and nobody outside sees the mounts; they end with the script.
 * `$DIR` is the directory, `toolgate` the built program.
 */
export async function runOnMount(dataDir: string, script: string): Promise<Ended> {
  const prelude = 'set -u; toolgate() { "$NODE" "$BIN" "$@"; }';
  const child = spawn('unshare', ['--map-root-user', '--mount', 'sh', '-c', `${prelude}\n${script}`], {
    env: { ...process.env, ...SHORT_LIVED, DIR: dataDir, NODE: process.execPath, BIN },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  onTestFinished(() => {
    // The group: the script's own children would outlive it otherwise.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
  const [printed, said]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return { code, stdout: Buffer.concat(printed).toString(), stderr: Buffer.concat(said).toString() };
}
