import { homedir } from 'node:os';
import { dataDirOf } from '../../host/load-config.ts';
import type { SharedFlags } from '../line/shared-flags.ts';
import { settingsOf } from '../settings.ts';
import { hookCommand, reportCommand } from './hook-command.ts';
import type { HookPlace } from './hook-file.ts';

/** Where hooks of this user go, and what they run. */
export async function hookPlace(flags: SharedFlags, isSystem: boolean): Promise<HookPlace> {
  const dataDir = dataDirOf(await settingsOf(flags));
  return {
    home: homedir(),
    isSystem,
    command: (client) => hookCommand(client, dataDir),
    report: (client) => reportCommand(client, dataDir),
  };
}
