import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import { dataDirOf } from '../host/load-config.ts';
import { isRunning, type Owner, readOwner } from '../host/ownership.ts';

type Place = Pick<Config, 'dataDir'>;

/** The host of this data directory, where one runs. */
export function runningHost(config: Place): Owner | undefined {
  const written = readOwner(dataDirOf(config));
  return written && isRunning(written) ? written : undefined;
}

/** A host reads its configuration once. What `toolgate settings` writes is in force, and looks the same from here. */
export const isChangedSince = (config: Place, file: string): boolean =>
  timeOf(file) > timeOf(join(dataDirOf(config), 'host.json'));

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** What to do so that it follows the rest. */
export const howToFollow = ({ kind }: Pick<Owner, 'kind'>): string =>
  kind === 'background'
    ? 'end it with toolgate stop: the next agent or command starts one with the settings of now'
    : 'end it and start it again';
