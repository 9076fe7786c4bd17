import type { Config } from '../core/config.ts';
import type { Flags } from '../core/flags.ts';
import { createLog, type Log } from '../core/log.ts';
import { loadConfig } from '../host/load-config.ts';

/** The configuration in force for a command. */
export function settingsOf(flags: Flags): Config {
  const values = {
    ...(flags.roots.length > 0 && { roots: flags.roots }),
    ...(flags.mode !== undefined && { permissionLevel: flags.mode }),
    ...(flags.packs !== undefined && { packs: flags.packs }),
    ...(flags.profile !== undefined && { profile: flags.profile }),
    ...(flags.dataDir !== undefined && { dataDir: flags.dataDir }),
    ...(flags.logLevel !== undefined && { logLevel: flags.logLevel }),
    ...(flags.port !== undefined && { port: flags.port }),
    ...(flags.host !== undefined && { host: flags.host }),
    ...(flags.auth !== undefined && { auth: flags.auth }),
  };
  return loadConfig({ flags: values, env: process.env, userFile: flags.config });
}

export const logTo = (config: Config): Log =>
  createLog({
    level: config.logLevel,
    format: config.logFormat,
    write: (line) => void process.stderr.write(line),
  });
