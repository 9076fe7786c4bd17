import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { Config } from '../core/config.ts';
import { socketPath } from '../core/socket-path.ts';
import { sshDirectory } from '../core/ssh-directory.ts';
import { readText } from '../engines/files/read-text.ts';
import type { Reach } from '../engines/process/process.ts';
import { findSandbox } from '../engines/sandbox/find-sandbox.ts';
import type { Surroundings } from '../gate/risk/place.ts';
import { anchorsPath } from '../store/anchors.ts';
import { packageRoot } from './package-root.ts';

/** This installation, as far as the risk of a call depends on it. */
export const surroundingsOf = (
  { shell, sandbox }: Config,
  dataDir: string,
  readerOf: Surroundings['readerOf'] = () => undefined,
  machines?: Surroundings['machines'],
): Surroundings => ({
  home: homedir(),
  dataDir,
  shell,
  sandbox,
  findSandbox,
  readText,
  readerOf,
  ...(machines && { machines }),
});

/** What of this installation no child may see or change: our data, the way in, the anchors of the record. */
export const reachOf = (
  dataDir: string,
  { XDG_STATE_HOME }: Readonly<Record<string, string | undefined>>,
): Omit<Reach, 'roots'> => ({
  hidden: [
    ...new Set([
      dataDir,
      dirname(socketPath(dataDir)),
      sshDirectory(dataDir),
      dirname(anchorsPath(XDG_STATE_HOME)),
    ]),
  ],
  readOnly: [packageRoot()],
  home: homedir(),
});
