import { homedir } from 'node:os';
import type { Config } from '../core/config.ts';
import { readText } from '../engines/files/read-text.ts';
import { findSandbox } from '../engines/sandbox/find-sandbox.ts';
import type { Surroundings } from '../gate/risk/place.ts';

/** This installation, as far as the risk of a call depends on it. */
export const surroundingsOf = ({ shell, sandbox }: Config, dataDir: string): Surroundings => ({
  home: homedir(),
  dataDir,
  shell,
  sandbox,
  findSandbox,
  readText,
});
