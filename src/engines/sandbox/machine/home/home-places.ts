import { basename, dirname, isAbsolute, join } from 'node:path';
import { isInside } from '../../../../core/path/paths.ts';
import { HOME_CREDENTIALS } from '../../../../core/path/sensitive-paths.ts';
import { isInstallation, linkedPrograms } from '../../workspace/linked-programs.ts';

/** Programs that people install below their home directory. Read-only in every sandbox. */
const TOOLCHAINS = [
  '.nvm',
  '.fnm',
  '.volta',
  '.asdf',
  '.proto',
  '.local/bin',
  '.local/lib',
  '.local/share/mise',
  '.local/share/fnm',
  '.local/share/uv',
  '.local/share/pipx',
  '.local/share/virtualenvs',
  '.local/share/pnpm',
  '.npm-global',
  '.pyenv',
  '.conda',
  'miniconda3',
  'anaconda3',
  'miniforge3',
  '.rbenv',
  '.rvm',
  '.rustup',
  '.cargo/bin',
  '.cargo/env',
  '.sdkman',
  '.jenv',
  '.ghcup',
  '.elan',
  '.juliaup',
  '.opam',
  '.deno',
  '.bun',
  '.dotnet',
  '.nix-profile',
  '.local/state/nix',
  'go/bin',
  'Android/Sdk',
  'flutter',
  'fvm',
];

/** Caches that hold programs: what is changed there runs later, outside of every sandbox. */
const PROGRAM_CACHES = [
  '.yarn',
  '.bun/install',
  '.gradle/wrapper',
  '.m2/wrapper',
  '.gem/ruby',
  '.mix',
  '.pub-cache',
  '.swiftpm',
  '.sbt',
  '.stack',
  ...['pre-commit', 'node', 'corepack', 'electron', 'electron-builder', 'ms-playwright', 'puppeteer'].map(
    (name) => `.cache/${name}`,
  ),
  ...['Cypress', 'prisma', 'bazelisk', 'coursier'].map((name) => `.cache/${name}`),
];

/** What builds keep between two runs. Read-only unless the command may write. */
const CACHES = [
  '.npm',
  '.pnpm-store',
  '.local/share/pnpm/store',
  '.local/state/pnpm',
  '.cargo/registry',
  '.cargo/git',
  '.cargo/.package-cache',
  '.m2/repository',
  '.gradle/caches',
  '.gradle/native',
  '.ivy2/cache',
  '.nuget/packages',
  '.local/share/NuGet',
  'go/pkg',
  '.bundle/cache',
  '.composer/cache',
  '.hex/packages',
  '.cabal/packages',
  ...[
    'pip',
    'uv',
    'pypoetry',
    'pdm',
    'pipenv',
    'mypy',
    'ruff',
    'go-build',
    'golangci-lint',
    'yarn',
    'pnpm',
    'node-gyp',
    'bun',
    'deno',
    'turbo',
    'esbuild',
    'typescript',
    'composer',
    'ccache',
    'sccache',
    'bazel',
    'zig',
    'org.swift.swiftpm',
    'helm',
    'trivy',
    'fontconfig',
  ].map((name) => `.cache/${name}`),
];

export interface HomePlaces {
  readonly toolchains: readonly string[];
  /** What the PATH leads to: somebody's projects may lie there as well. */
  readonly programs: readonly string[];
  readonly caches: readonly string[];
  /** Some lie inside the others. */
  readonly credentials: readonly string[];
}

/** What of a home directory a sandbox shows, by absolute path. */
export function homePlaces(path: string, home: string): HomePlaces {
  const inHome = (names: readonly string[]) => names.map((name) => join(home, name));
  return {
    toolchains: [...inHome(TOOLCHAINS), ...inHome(PROGRAM_CACHES)],
    programs: programPlaces(path, home),
    caches: inHome(CACHES),
    // Logs of npm hold what was typed and answered.
    credentials: inHome([...HOME_CREDENTIALS, '.npm/_logs']),
  };
}

const PROGRAM_FOLDERS = new Set(['bin', 'sbin', 'shims', 'scripts', '.bin']);
/** Directories that hold more than one program's things. */
const SHARED_IN_HOME = [
  '',
  '.local',
  '.config',
  '.cache',
  'Documents',
  'Downloads',
  'Desktop',
  'src',
  'code',
];
const SHARED = ['/', '/opt', '/home', '/tmp', '/var', '/var/tmp', '/mnt', '/media', '/srv', '/run'];
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/etc', '/proc', '/sys', '/dev'];

/** The installation each directory of the PATH belongs to: `~/flutter` for `~/flutter/bin`. */
function programPlaces(path: string, home: string): string[] {
  const shared = new Set([...SHARED, ...SHARED_IN_HOME.map((name) => join(home, name))]);
  return path.split(':').flatMap((folder) => {
    if (!isAbsolute(folder) || shared.has(folder) || isInside(folder, SYSTEM)) return [];
    const parent = dirname(folder);
    const isFolderOfMore = PROGRAM_FOLDERS.has(basename(folder)) && !shared.has(parent);
    const place = isFolderOfMore && isInstallation(parent, home) ? parent : folder;
    const linked = linkedPrograms(folder, home).filter((one) => !shared.has(one) && !isInside(one, SYSTEM));
    return [place, ...linked];
  });
}
