import { accessSync, constants, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { ToolError } from '../../core/errors.ts';

/** Where a program is found as the kernel would find it; undefined where it is not. */
export function findProgram(name: string, cwd: string, path: string): string | undefined {
  const candidates = name.includes('/')
    ? [resolve(cwd, name)]
    : path.split(':').map((directory) => resolve(cwd, directory, name));
  return candidates.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const HOW_TO_GET: Readonly<Record<string, string>> = {
  bash: 'Install bash with the package manager of the system.',
  bun: 'Install Bun from https://bun.sh.',
  bundle: 'Run "gem install bundler".',
  bwrap: 'Install the package bubblewrap.',
  cargo: 'Install Rust from https://rustup.rs.',
  cmake: 'Install cmake with the package manager of the system.',
  composer: 'Install Composer from https://getcomposer.org.',
  ctest: 'Install cmake with the package manager of the system; ctest comes with it.',
  dart: 'Install Dart from https://dart.dev/get-dart.',
  deno: 'Install Deno from https://deno.com.',
  dotnet: 'Install the .NET SDK from https://dot.net.',
  flutter: 'Install Flutter from https://docs.flutter.dev.',
  gem: 'Install Ruby with the package manager of the system.',
  go: 'Install Go from https://go.dev/dl.',
  gradle: 'Install Gradle, or add the wrapper gradlew to the project.',
  make: 'Install make with the package manager of the system.',
  mix: 'Install Elixir from https://elixir-lang.org.',
  mvn: 'Install Maven, or add the wrapper mvnw to the project.',
  node: 'Install Node.js from https://nodejs.org.',
  npm: 'npm comes with Node.js: https://nodejs.org.',
  pdm: 'Run "pipx install pdm".',
  phpunit: 'Install what the project needs first: ci_restore.',
  pipenv: 'Run "pipx install pipenv".',
  pnpm: 'Run "corepack enable pnpm" or "npm install -g pnpm".',
  poetry: 'Run "pipx install poetry".',
  python3: 'Install python3 with the package manager of the system.',
  rg: 'Install ripgrep with the package manager of the system.',
  ssh: 'Install the OpenSSH client.',
  swift: 'Install Swift from https://swift.org/install.',
  uv: 'Install uv from https://docs.astral.sh/uv.',
  yarn: 'Run "corepack enable yarn" or "npm install -g yarn".',
};

export const missingProgram = (name: string): ToolError =>
  new ToolError(
    'NOT_FOUND',
    `The program ${basename(name)} was not found${name.includes('/') ? ` at ${name}` : ''}`,
    {
      hint:
        HOW_TO_GET[basename(name)] ??
        'Install it, or give its full path; programs are looked for on the PATH of the login.',
    },
  );

export const missingDirectory = (name: string, cwd: string): ToolError =>
  new ToolError('NOT_FOUND', `There is no directory ${cwd} to run ${basename(name)} in`);

export const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** What a failure to start means, in words. */
export function startFailure(error: NodeJS.ErrnoException, name: string, cwd: string): ToolError {
  if (error.code === 'ENOENT' && !isDirectory(cwd)) return missingDirectory(name, cwd);
  if (error.code === 'ENOENT') return missingProgram(name);
  if (error.code === 'ENOTDIR') return new ToolError('VALIDATION', `${cwd} is not a directory`);
  if (error.code === 'EACCES')
    return new ToolError(
      'PERMISSION_DENIED',
      `${name} cannot be run by this user, or ${cwd} cannot be entered`,
      {
        hint: 'Check the permissions of both.',
      },
    );
  if (error.code === 'E2BIG')
    return new ToolError('TOO_LARGE', `The arguments of ${basename(name)} are too long for the system`, {
      hint: 'Pass less at once, or write it to a file.',
    });
  if (error.code === 'ERR_INVALID_ARG_VALUE')
    return new ToolError('VALIDATION', `A word of the command for ${basename(name)} holds a NUL character`);
  if (error.code === 'EMFILE' || error.code === 'ENFILE')
    return new ToolError('UNAVAILABLE', `${basename(name)} could not be started: too many files are open`, {
      cause: error,
      hint: 'Try again in a moment, with fewer calls at once. A person can raise the limit (ulimit -n).',
    });
  return new ToolError('UNAVAILABLE', `${basename(name)} could not be started: ${error.message}`, {
    cause: error,
  });
}
