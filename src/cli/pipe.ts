import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { childEnvironment } from '../core/child-environment.ts';
import { UsageError } from '../core/errors.ts';
import { setOwnCommand, withOwnCommand } from '../core/own-command.ts';
import { VERSION } from '../core/version.ts';
import { runPipe } from '../transports/pipe/pipe.ts';
import { agentChoice } from './agent-choice.ts';
import { launcher } from './launcher.ts';
import { parseLine } from './line/parse.ts';
import type { SharedFlags } from './line/shared-flags.ts';

// `toolgate stdio`: bytes between an agent and the host, and nothing else loaded.
try {
  const place = { taker: 'stdio', command: 'stdio', skip: 1 };
  const { flags } = parseLine({}, place, process.argv.slice(2));
  const configFile = flags.config === undefined ? undefined : resolve(flags.config);
  await runPipe({
    dataDir: dataDirOf(flags),
    hostArgs: configFile === undefined ? [] : ['--config', configFile],
    hello: {
      version: VERSION,
      kind: 'agent',
      connectionId: connectionId(),
      cwd: process.cwd(),
      ...(configFile !== undefined && { configFile }),
      env: childEnvironment(process.env),
      ...agentChoice(flags, process.env),
    },
  });
} catch (error) {
  const isUsage = error instanceof UsageError;
  const command = launcher();
  if (command !== 'toolgate') setOwnCommand(command, ['help', 'stdio', 'serve']);
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

/** Flag, environment, user's file, default: the one key of the configuration that a pipe needs. */
function dataDirOf({ dataDir, config }: SharedFlags): string {
  const chosen =
    dataDir ??
    (process.env.TOOLGATE_DATA_DIR || fromFile(config ?? join(homedir(), '.toolgate', 'config.json')));
  return chosen ? resolve(chosen) : join(homedir(), '.toolgate');
}

function fromFile(path: string): string | undefined {
  try {
    const { dataDir } = JSON.parse(readFileSync(path, 'utf8')) as { dataDir?: unknown };
    return typeof dataDir === 'string' ? dataDir : undefined;
  } catch {
    // Not there, or wrong: the host says so in words.
    return undefined;
  }
}
