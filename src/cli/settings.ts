import { resolve } from 'node:path';
import type { Config } from '../core/config.ts';
import { createLog, type Log } from '../core/log.ts';
import { createLineBuffer } from '../core/text/line-buffer.ts';
import { loadConfig, userConfigFile } from '../host/load-config.ts';
import type { SettingsSource } from '../host/settings.ts';
import type { AddressFlags } from './line/flags.ts';
import type { SharedFlags } from './line/shared-flags.ts';

/** The configuration in force for a command. */
export async function settingsOf(flags: SharedFlags & Partial<AddressFlags>): Promise<Config> {
  const values = {
    ...(flags.roots.length > 0 && { roots: flags.roots.map((root) => resolve(root)) }),
    ...(flags.mode !== undefined && { permissionLevel: flags.mode }),
    ...(flags.packs !== undefined && { packs: flags.packs }),
    ...(flags.profile !== undefined && { profile: flags.profile }),
    ...(flags.dataDir !== undefined && { dataDir: flags.dataDir }),
    ...(flags.logLevel !== undefined && { logLevel: flags.logLevel }),
    ...(flags.port !== undefined && { port: flags.port }),
    ...(flags.host !== undefined && { host: flags.host }),
    ...(flags.auth !== undefined && { auth: flags.auth }),
  };
  const { TOOLGATE_ROOTS: roots } = process.env;
  // The host that reads them later has another current directory.
  const env = roots ? { ...process.env, TOOLGATE_ROOTS: wholeNames(roots) } : process.env;
  return loadConfig({ flags: values, env, userFile: flags.config });
}

/** What a host is started with. */
export interface HostSettings {
  /** Of everybody: what flags and environment of the host open is not in it. */
  readonly config: Config;
  /** Opened by them, to those who choose no directories themselves; left out: those of the configuration are. */
  readonly roots?: readonly string[];
}

/** An agent that comes with a directory of its own must not be widened by what a person starts beside it. */
export async function hostSettingsOf(flags: SharedFlags & Partial<AddressFlags>): Promise<HostSettings> {
  const chosen = await settingsOf(flags);
  const { TOOLGATE_ROOTS: named, ...env } = process.env;
  if (flags.roots.length === 0 && !named) return { config: chosen };
  const { roots } = await loadConfig({ env, userFile: flags.config });
  return { config: { ...chosen, roots }, roots: chosen.roots };
}

const wholeNames = (list: string): string =>
  list
    .split(',')
    .map((root) => (root.trim() === '' ? '' : resolve(root.trim())))
    .join(',');

/** Where that configuration comes from, for a host that lets people change it. */
export const settingsSource = (flags: SharedFlags & Partial<AddressFlags>): SettingsSource => ({
  file: userConfigFile(namedConfig(flags)),
  overridden: LIVE_KEYS.filter(
    ({ env, flag }) => process.env[env] || (flag !== undefined && flags[flag] !== undefined),
  ).map(({ key }) => key),
  load: () => settingsOf(flags),
});

const LIVE_KEYS: readonly { key: string; env: string; flag?: 'mode' }[] = [
  { key: 'permissionLevel', env: 'TOOLGATE_PERMISSION_LEVEL', flag: 'mode' },
  { key: 'toolPermissions', env: 'TOOLGATE_TOOL_PERMISSIONS' },
  { key: 'autoApprove.enabled', env: 'TOOLGATE_AUTO_APPROVE_ENABLED' },
  { key: 'autoApprove.tools', env: 'TOOLGATE_AUTO_APPROVE_TOOLS' },
];

/** The configuration file that was asked for, by its whole name. */
export const namedConfig = ({ config }: Pick<SharedFlags, 'config'>): string | undefined =>
  config === undefined ? undefined : resolve(config);

/** Warnings and errors are written at once, everything else within a blink. */
export function logTo({ logLevel, logFormat }: Config, written: (bytes: number) => void = () => {}): Log {
  const buffer = createLineBuffer({
    write: (text) => {
      writeLog(text);
      written(text.length);
    },
    maxLines: 128,
    maxMs: 50,
  });
  // Where it is a pipe, its reader may be gone.
  process.stderr.on('error', () => {});
  process.once('exit', buffer.flush);
  return createLog({
    level: logLevel,
    format: logFormat,
    write: (line, level) => {
      buffer.add(line);
      if (level === 'warn' || level === 'error') buffer.flush();
    },
  });
}

/** A log that finds no room must not end the host: the record is what refuses calls then. */
function writeLog(text: string): void {
  try {
    process.stderr.write(text);
  } catch {
    // Where stderr is a file, a full disk shows here.
  }
}
