import { type ProjectFiles, upwards } from '../project-files.ts';
import { readPackageJson } from './package-json.ts';

const MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type ManagerName = (typeof MANAGERS)[number];

export interface PackageManager {
  readonly name: ManagerName;
  readonly version?: string;
  readonly hasLock: boolean;
  /** Yarn 2 and later take other options than the first. */
  readonly isBerry: boolean;
}

const LOCKS: readonly (readonly [string, ManagerName])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/** Only pnpm reads it; npm would leave the other packages out without a word. */
const PNPM_WORKSPACE = 'pnpm-workspace.yaml';

/** What the project says, or the lock file it has; a package of a monorepo finds both further up. */
export function packageManagerOf(files: ProjectFiles, start: string): PackageManager {
  for (const directory of upwards(start, files)) {
    const names = files.names(directory);
    const manifest = readPackageJson(files, directory);
    const [, lock] = LOCKS.find(([file]) => names.includes(file)) ?? [];
    const said = chosen(manifest?.packageManager);
    const pinned = (['pnpm', 'yarn'] as const).find((name) => typeof manifest?.volta[name] === 'string');
    const name = said?.name ?? lock ?? pinned ?? (names.includes(PNPM_WORKSPACE) ? 'pnpm' : undefined);
    if (name === undefined) continue;
    return {
      name,
      ...(said?.version !== undefined && { version: said.version }),
      hasLock: lock === name || LOCKS.some(([file, of]) => of === name && names.includes(file)),
      isBerry: name === 'yarn' && isBerry(said?.version, names),
    };
  }
  return { name: 'npm', hasLock: false, isBerry: false };
}

/** `pnpm@9.1.0+sha512.abc` -> name and version. */
function chosen(text: string | undefined): { name: ManagerName; version?: string } | undefined {
  const [, name, version] = /^([a-z]+)(?:@([^+]+))?/.exec(text ?? '') ?? [];
  const known = MANAGERS.find((manager) => manager === name);
  return known && { name: known, ...(version !== undefined && { version }) };
}

const isBerry = (version: string | undefined, names: readonly string[]): boolean =>
  version === undefined ? names.includes('.yarnrc.yml') : !/^\D*[01]\./.test(version);
