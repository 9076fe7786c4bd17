import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import { loginEnvironment } from './login-environment.ts';

/**
 * Whether a file of the project may decide what runs under the name of a program: behind `cargo` of rustup, or what mise,
 * asdf and Volta put there, the directory of a toolchain may be one of the project. Which files they read is theirs to change.
 */
export async function isPickedByProject(
  program: string,
  directory: string,
  environment: () => Promise<{ readonly PATH?: string }> = loginEnvironment,
): Promise<boolean> {
  const file = programFile(program, (await environment()).PATH ?? '');
  if (program === 'go') return picksGo(directory, file);
  return file === undefined || !isItself(file, program);
}

/** Not the stand-in of a version manager, which has another name behind its link, or a second one, or lies among its kind. */
const isItself = (file: string, program: string): boolean =>
  basename(file).startsWith(withoutEnd(program, '0123456789')) &&
  !/\/(shims|corepack)\//.test(file) &&
  statSync(file).nlink === 1;

function programFile(program: string, path: string): string | undefined {
  return path
    .split(':')
    .filter((place) => place.startsWith('/'))
    .flatMap((place) => {
      try {
        accessSync(join(place, program), constants.X_OK);
        return [realpathSync(join(place, program))];
      } catch {
        return [];
      }
    })
    .at(0);
}

const upwards = (directory: string): string[] =>
  dirname(directory) === directory ? [directory] : [directory, ...upwards(dirname(directory))];

/** Go itself fetches and runs the version that a module asks for, where that is newer. */
function picksGo(directory: string, file: string | undefined): boolean {
  const wanted = upwards(directory)
    .flatMap((at) => ['go.mod', 'go.work'].flatMap((name) => textOf(join(at, name)) ?? []))
    .flatMap((text) =>
      [...text.matchAll(/^[ \t]*(?:go\s+|toolchain\s+go)(\S+)/gm)].map(([, version = '']) => version),
    );
  if (wanted.length === 0) return false;
  const own = file && textOf(join(dirname(file), '../VERSION'));
  const installed = /^go(\S+)/.exec(own ?? '')?.[1];
  return installed === undefined || wanted.some((version) => isNewer(version, installed));
}

/** What is no plain number may be anything. */
function isNewer(version: string, than: string): boolean {
  if (!/^\d+(\.\d+)*$/.test(version)) return true;
  const [left, right] = [version, than].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10) || 0),
  );
  for (const i of [0, 1, 2]) {
    const difference = (left?.[i] ?? 0) - (right?.[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

const textOf = (path: string): string | undefined => readIfSmall(path, { followsLink: true });
