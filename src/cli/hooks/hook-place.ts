import { homedir } from 'node:os';
import { dataDirOf } from '../../host/load-config.ts';
import { OWN_DATA } from '../chosen-data-dir.ts';
import type { SharedFlags } from '../line/shared-flags.ts';
import { settingsOf } from '../settings.ts';
import { hookCommand, reportCommand } from './hook-command.ts';
import type { HookPlace } from './hook-file.ts';

/** Where hooks of this user go, and what they run. */
export async function hookPlace(flags: SharedFlags, isSystem: boolean): Promise<HookPlace> {
  const dataDir = dataDirOf(await settingsOf(flags));
  // Who installs it for all is often root, whose data nobody else can open.
  const forSystem = (): HookPlace =>
    placeWith(flags.dataDir === undefined ? OWN_DATA : dataDir, true, forSystem);
  return isSystem ? forSystem() : placeWith(dataDir, false, forSystem);
}

const placeWith = (dataDir: string, isSystem: boolean, forSystem: () => HookPlace): HookPlace => ({
  home: homedir(),
  isSystem,
  command: (client) => hookCommand(client, dataDir),
  report: (client) => reportCommand(client, dataDir),
  forSystem,
});
