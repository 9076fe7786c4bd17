import { isAlive, until } from './program.ts';
import { runProgram } from './run-program.ts';
import { signalHost } from './signal-host.ts';

/** Fills a directory as a host leaves it that made two calls and a token: in order, or by kill -9. */
export async function fillDataDirectory(
  dataDir: string,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<void> {
  const args = ['--data-dir', dataDir, '--pack', 'conformance'];
  await runProgram(['tokens', 'create', 'kept', ...args]);
  await runProgram(['call', 'greet', '{"name":"one"}', ...args]);
  await runProgram(['call', 'greet', '{"name":"two"}', ...args]);
  const pid = signalHost(dataDir, signal);
  await until('the host to end', () => !isAlive(pid));
}
