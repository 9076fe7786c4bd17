import { resolve } from 'node:path';
import { UsageError } from '../core/errors.ts';
import { childEnvironment } from '../core/process/child-environment.ts';
import { setOwnCommand, withOwnCommand } from '../core/process/own-command.ts';
import { VERSION } from '../core/process/version.ts';
import { runPipe } from '../transports/pipe/pipe.ts';
import { agentChoice } from './agent-choice.ts';
import { chosenDataDir } from './chosen-data-dir.ts';
import { launcher } from './launcher.ts';
import { parseLine } from './line/parse.ts';

// `toolgate stdio`: bytes between an agent and the host, and nothing else loaded.
try {
  const place = { taker: 'stdio', command: 'stdio', skip: 1 };
  const { flags } = parseLine({}, place, process.argv.slice(2));
  const configFile = flags.config === undefined ? undefined : resolve(flags.config);
  await runPipe({
    dataDir: chosenDataDir(flags, process.env.TOOLGATE_DATA_DIR),
    hostArgs: configFile === undefined ? [] : ['--config', configFile],
    hello: {
      version: VERSION,
      kind: 'agent',
      pid: process.pid,
      connectionId: connectionId(),
      cwd: process.cwd(),
      ...(configFile !== undefined && { configFile }),
      env: childEnvironment(process.env),
      ...agentChoice(flags, process.env),
    },
  });
} catch (error) {
  const isUsage = error instanceof UsageError;
  setOwnCommand({ program: launcher() }, ['help', 'stdio', 'serve', 'stop']);
  process.stderr.write(
    `toolgate: ${isUsage ? withOwnCommand(error.message) : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(isUsage ? 2 : 1);
}

/** A UUID of version 7, by hand. Unique, not secret: only the user can reach the socket. Loading node:crypto for it would cost megabytes. */
function connectionId(): string {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => Math.floor(Math.random() * 16).toString(16)).join('');
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-a${digits(3)}-${digits(12)}`;
}
