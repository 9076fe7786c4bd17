import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Names in a configuration file start at that file. */
export const toolModuleFiles = (names: readonly string[], configFile: string): string[] =>
  names.map((name) =>
    name.startsWith('~/') ? join(homedir(), name.slice(2)) : resolve(dirname(configFile), name),
  );
