import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import { readText } from '../engines/files/read-text.ts';
import { realPathOf } from '../engines/files/real-path.ts';
import { hasCommittedSecrets } from '../engines/git/committed-secrets.ts';
import { isInertRepository } from '../engines/git/inert-repository.ts';
import { hashFile } from '../engines/process/hash-file.ts';
import type { OwnReach } from '../engines/process/process.ts';
import { findSandbox } from '../engines/sandbox/find-sandbox.ts';
import { isNamedByGit } from '../engines/sandbox/git-named-places.ts';
import { outsidePath } from '../engines/sandbox/session-tmp.ts';
import type { Surroundings } from '../gate/risk/place.ts';
import { ownPlaces } from './own-places.ts';
import { packageRoot } from './package-root.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What only a running host knows. */
type Knowledge = Partial<
  Pick<Surroundings, 'readerOf' | 'isOwnProcess' | 'withheldPorts' | 'work' | 'machines'>
>;

/** This installation, as far as the risk of a call depends on it. */
export const surroundingsOf = (
  { shell, sandbox, egress, toolModules }: Config,
  dataDir: string,
  env: Environment,
  {
    readerOf = () => undefined,
    isOwnProcess = () => false,
    withheldPorts,
    work = unknownWork,
    machines,
  }: Knowledge = {},
): Surroundings => ({
  home: homedir(),
  dataDir,
  // An agent that could write a module would be the host at its next start.
  ownPlaces: [...ownPlaces(dataDir, env).slice(1), ...toolModules],
  shell,
  sandbox,
  allowedOrigins: egress.allowedOrigins,
  findSandbox,
  readText,
  hashFile,
  outsidePath: (path, session) => outsidePath(path, join(dataDir, 'tmp'), session),
  realPathOf,
  hasCommittedSecrets,
  isInertRepository,
  isNamedByGit,
  readerOf,
  isOwnProcess,
  ...(withheldPorts && { withheldPorts }),
  ...(machines && { machines }),
  work,
});

/** Without a host nobody knows what is stored. */
const unknownWork: Surroundings['work'] = async () => ({
  risk: 'HIGH',
  reasons: ['what it would run is known to a running host only'],
});

/** What of this installation no child may see or change. */
export const reachOf = (
  dataDir: string,
  env: Environment,
  { toolModules }: Pick<Config, 'toolModules'>,
): OwnReach => ({
  hidden: ownPlaces(dataDir, env),
  readOnly: [packageRoot(), ...toolModules],
  home: homedir(),
  scratch: join(dataDir, 'sandbox'),
});
