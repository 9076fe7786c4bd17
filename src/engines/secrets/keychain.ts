import { existsSync } from 'node:fs';
import { userId } from '../../core/process/user-id.ts';
import { findProgram } from '../process/child/missing-program.ts';
import { runProcess } from '../process/child/run-process.ts';

/** One key in the keychain of the operating system. */
export interface Keychain {
  /** Undefined where it holds none, or does not answer. */
  read(): Promise<Buffer | undefined>;
  /** False where it cannot keep the key, for instance because nobody is there to unlock it. */
  keep(key: Buffer): Promise<boolean>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A person may have to unlock it; without one it must not hold up the host for long. */
const LIMIT_MS = 5000;

interface Command {
  readonly argv: readonly [string, ...string[]];
  readonly stdin?: string;
}

/** How a system's own program reads and keeps a text. No value is ever an argument, which others could see. */
interface Commands {
  readonly read: Command;
  keep(value: string): Command;
}

/** Undefined where the system has none. `installation` tells the keys of several data directories apart. */
export function findKeychain(installation: string, env: Environment): Keychain | undefined {
  const commands = commandsFor(installation, env);
  if (!commands) return undefined;
  const run = async ({ argv, stdin }: Command): Promise<string | undefined> => {
    try {
      const { exitCode, stdout } = await runProcess({
        argv,
        ...(stdin !== undefined && { stdin }),
        cwd: '/',
        env: sessionOf(env),
        timeoutMs: LIMIT_MS,
        needsLogin: false,
      });
      return exitCode === 0 ? stdout.text : undefined;
    } catch {
      // A program that is missing keeps nothing.
      return undefined;
    }
  };
  const read = async (): Promise<Buffer | undefined> => {
    const text = (await run(commands.read))?.trim();
    return text ? Buffer.from(text, 'base64') : undefined;
  };
  return {
    read,
    keep: async (key) => {
      await run(commands.keep(key.toString('base64')));
      // Some services take a value without a word and lose it; what can be read again is there.
      return (await read())?.equals(key) === true;
    },
  };
}

function commandsFor(installation: string, env: Environment): Commands | undefined {
  if (process.platform === 'darwin') return macCommands(installation);
  if (process.platform !== 'linux' || !hasSessionBus(env)) return undefined;
  return findProgram('secret-tool', '/', env.PATH ?? '/usr/bin:/bin') === undefined
    ? undefined
    : linuxCommands(installation);
}

/** The Secret Service: GNOME Keyring, KWallet, KeePassXC. */
const linuxCommands = (installation: string): Commands => {
  const item = ['service', 'toolgate', 'installation', installation];
  return {
    read: { argv: ['secret-tool', 'lookup', ...item] },
    keep: (value) => ({
      argv: ['secret-tool', 'store', '--label=Toolgate: key of the secret store', ...item],
      stdin: value,
    }),
  };
};

// Untested: written after the manual of security(1); no Mac was at hand.
const macCommands = (installation: string): Commands => {
  const item = ['-s', 'toolgate', '-a', installation];
  return {
    read: { argv: ['security', 'find-generic-password', ...item, '-w'] },
    // Base64 needs no quoting.
    keep: (value) => ({
      argv: ['security', '-i'],
      stdin: `add-generic-password -U ${item.join(' ')} -w ${value}\n`,
    }),
  };
};

const hasSessionBus = (env: Environment): boolean =>
  Boolean(env.DBUS_SESSION_BUS_ADDRESS) ||
  (env.XDG_RUNTIME_DIR !== undefined && existsSync(`/run/user/${userId()}/bus`));

const sessionOf = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    ['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'].flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
