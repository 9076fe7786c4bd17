import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
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

function fromFile(path: string): string | undefined {
  try {
    const { dataDir } = JSON.parse(readFileSync(path, 'utf8')) as { dataDir?: unknown };
    return typeof dataDir === 'string' ? dataDir : undefined;
  } catch {
    // Not there, or wrong: the host says so in words.
    return undefined;
  }
}
