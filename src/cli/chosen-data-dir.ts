import { readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { SharedFlags } from './line/shared-flags.ts';

/** Flag, environment, user's file, default: the one key of the configuration that a thin process needs. */
export function chosenDataDir(
  { dataDir, config }: Pick<SharedFlags, 'dataDir' | 'config'>,
  fromEnvironment: string | undefined,
): string {
  const chosen =
    dataDir ?? (fromEnvironment || fromFile(config ?? join(homedir(), '.toolgate', 'config.json')));
  return chosen ? resolve(chosen) : join(homedir(), '.toolgate');
}

/** The same, unless a person finds it without being told. */
export function namedDataDir(
  flags: Pick<SharedFlags, 'dataDir' | 'config'>,
  fromEnvironment: string | undefined,
): string | undefined {
  const chosen = chosenDataDir(flags, fromEnvironment);
  return chosen === chosenDataDir({ dataDir: undefined, config: undefined }, undefined) ? undefined : chosen;
}

/** For hooks that stand in a file for all users: the data of the one who runs it, wherever variables say that home is. */
export const OWN_DATA = '~';

export function ownDataDir(): string {
  const data = join(userInfo().homedir, '.toolgate');
  return resolve(fromFile(join(data, 'config.json')) || data);
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
