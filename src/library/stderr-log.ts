import type { Config } from '../core/config.ts';
import { createLog, type Log } from '../core/log.ts';

export const stderrLog = ({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Log =>
  createLog({ level: logLevel, format: logFormat, write: (line) => void process.stderr.write(line()) });
