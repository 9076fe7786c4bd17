import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { ToolError } from '../../../core/errors.ts';

/** Where a program is found as the kernel would find it; undefined where it is not. */
export const findProgram = (name: string, cwd: string, path: string): string | undefined =>
  placesOf(name, cwd, path).find(isExecutable);

/** Every file that could be meant, in the order of the PATH; which of them can be run only the kernel knows. */
export const filesNamed = (name: string, cwd: string, path: string): Iterable<string> =>
  placesOf(name, cwd, path).values().filter(isFile);

const placesOf = (name: string, cwd: string, path: string): string[] =>
  name.includes('/')
    ? [resolve(cwd, name)]
    : path.split(':').map((directory) => resolve(cwd, directory, name));

const isFile = (path: string): boolean => statsOf(path)?.isFile() ?? false;
export const isDirectory = (path: string): boolean => statsOf(path)?.isDirectory() ?? false;

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Not there, or not to be reached: the same to a caller.
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
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

/** Why a program that `findProgram` does not find cannot be run. */
export function missingProgram(name: string, cwd: string): ToolError {
  const file = name.includes('/') ? resolve(cwd, name) : undefined;
  if (file !== undefined && isDirectory(file))
    return new ToolError('VALIDATION', `${name} in ${cwd} is a directory, not a program`);
  if (file !== undefined && isFile(file))
    return new ToolError('PERMISSION_DENIED', `${name} in ${cwd} is not executable`, {
      hint: `Make it executable with chmod +x ${name}, or run it with its interpreter.`,
    });
  return new ToolError(
    'NOT_FOUND',
    `The program ${basename(name)} was not found${file === undefined ? '' : ` at ${name}`}`,
    {
      hint:
        HOW_TO_GET[basename(name)] ??
        'Install it, or give its full path; programs are looked for on the PATH of the login.',
    },
  );
}

/** As the kernel says it of a script whose interpreter is missing, too. */
const missingInterpreter = (path: string): ToolError =>
  new ToolError('NOT_FOUND', `${path} is there, but not the program that would run it`, {
    hint: 'Look at its first line: the interpreter it names is missing, or the line ends in CRLF.',
  });

export const missingDirectory = (name: string, cwd: string): ToolError =>
  new ToolError('NOT_FOUND', `There is no directory ${cwd} to run ${basename(name)} in`);

function notFound(error: NodeJS.ErrnoException, name: string, cwd: string): ToolError {
  const { code, path = name } = error;
  if (code === 'ENOTDIR' && !isDirectory(cwd))
    return new ToolError('VALIDATION', `${cwd} is not a directory`);
  if (!isDirectory(cwd)) return missingDirectory(name, cwd);
  const file = path.includes('/') ? resolve(cwd, path) : undefined;
  return file !== undefined && isFile(file) ? missingInterpreter(file) : missingProgram(name, cwd);
}

/** What a failure to start means, in words. */
export function startFailure(error: NodeJS.ErrnoException, name: string, cwd: string): ToolError {
  // Not of a stream that could not be opened for it.
  const isOfProgram = error.syscall !== 'open';
  if (isOfProgram && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return notFound(error, name, cwd);
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
  if (error.code === 'EAGAIN')
    return new ToolError('UNAVAILABLE', `${basename(name)} could not be started: too many processes run`, {
      cause: error,
      hint: 'End some of them. A person can raise the limit (ulimit -u).',
    });
  return new ToolError('UNAVAILABLE', `${basename(name)} could not be started: ${error.message}`, {
    cause: error,
  });
}
