import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PathAccess } from '../core/call/touch.ts';
import type { Config } from '../core/config.ts';
import { realPathOf } from '../engines/files/open/real-path.ts';
import { entriesOf } from '../engines/files/read/entries-of.ts';
import { namesBelow } from '../engines/files/tree/names-below.ts';
import { stemsBelow } from '../engines/files/tree/stems-below.ts';
import { hasCommittedSecrets } from '../engines/git/repository/committed-secrets.ts';
import {
  isInertRepository,
  isInRepository,
  namesNoPrograms,
} from '../engines/git/repository/inert-repository.ts';
import { hashFile } from '../engines/process/child/hash-file.ts';
import { isPickedByProject } from '../engines/process/child/picked-program.ts';
import type { OwnReach } from '../engines/process/process.ts';
import { findSandbox } from '../engines/sandbox/find-sandbox.ts';
import { canShowClean } from '../engines/sandbox/history/clean-histories.ts';
import { outsidePath } from '../engines/sandbox/machine/session-tmp.ts';
import { isNamedByGit } from '../engines/sandbox/workspace/is-named-by-git.ts';
import { findLedPlaces, whatLeadsTo } from '../engines/sandbox/workspace/led-places.ts';
import { secretsBelow } from '../engines/search/secrets-below.ts';
import type { Surroundings } from '../gate/risk/place.ts';
import type { RuleStore } from '../store/rules.ts';
import { onceAtATime } from './once-at-a-time.ts';
import { ownPlaces } from './own-places.ts';
import { packageRoot } from './package-root.ts';
import { createReadText } from './read-for-judging.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What only a running host knows. */
type Knowledge = Partial<
  Pick<Surroundings, 'readerOf' | 'isOwnProcess' | 'writersIn' | 'withheldPorts' | 'work' | 'machines'> & {
    readonly rules: Pick<RuleStore, 'list'>;
  }
>;

/** This installation, as far as the risk of a call depends on it. */
export const surroundingsOf = (
  { shell, sandbox, egress, toolModules }: Config,
  dataDir: string,
  env: Environment,
  {
    readerOf = () => undefined,
    isOwnProcess = () => false,
    writersIn,
    withheldPorts,
    work = unknownWork,
    machines,
    rules = { list: () => [] },
  }: Knowledge = {},
): Surroundings => ({
  ...placeFacts({ shell, toolModules }, dataDir, env),
  sandbox,
  allowedOrigins: egress.allowedOrigins,
  findSandbox,
  readText: createReadText(placeFacts({ shell, toolModules }, dataDir, env), rules.list),
  entriesOf,
  stemsBelow,
  hashFile,
  outsidePath: (path, session) => outsidePath(path, join(dataDir, 'tmp'), session),
  realPathOf: onceAtATime(realPathOf),
  hasCommittedSecrets,
  showsCleanHistory: (command) => canShowClean(command, join(dataDir, 'sandbox')),
  isInertRepository,
  isInRepository,
  namesNoPrograms,
  isDirectory: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  isPickedByProject,
  secretsBelow,
  namesBelow,
  findLedPlaces,
  readerOf,
  isOwnProcess,
  ...(writersIn && { writersIn }),
  ...(withheldPorts && { withheldPorts }),
  ...(machines && { machines }),
  work,
});

/** What a path means depends on these. */
const placeFacts = (
  { shell, toolModules }: Pick<Config, 'shell' | 'toolModules'>,
  dataDir: string,
  env: Environment,
) => ({
  home: homedir(),
  dataDir,
  // An agent that could write a module would be the host at its next start.
  ownPlaces: [...ownPlaces(dataDir, env).slice(1), ...toolModules],
  shell,
  whyProtected: (path: string, roots: readonly string[], access: PathAccess) =>
    whatLeadsTo(path, roots, access) ??
    (isNamedByGit(path, roots) ? 'the configuration of git names it' : undefined),
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
