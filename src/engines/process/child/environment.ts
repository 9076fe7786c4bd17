import { isInside } from '../../../core/path/paths.ts';
import { EDITORS, UNATTENDED } from '../../../core/process/child-environment.ts';
import type { ProcessSpec } from '../process.ts';
import { loginEnvironment, loginSoFar } from './login-environment.ts';
import { findProgram } from './missing-program.ts';

type Environment = Readonly<Record<string, string>>;

/** The clean environment of a child: what the login sets, made for running unattended, and what was added. */
export const childEnvironment = async (added: Environment = {}): Promise<Record<string, string>> =>
  unattended(await loginEnvironment(), added);

/** The same with a terminal: whoever types into it can use an editor. */
export async function terminalEnvironment(added: Environment = {}): Promise<Record<string, string>> {
  const whole = await childEnvironment(added);
  const isLeft = ([name]: [string, string]) => !Object.hasOwn(EDITORS, name) || Object.hasOwn(added, name);
  return Object.fromEntries(Object.entries(whole).filter(isLeft));
}

type Wanting = Pick<ProcessSpec, 'argv' | 'cwd' | 'env' | 'needsLogin' | 'avoids'>;

/** Asking the login takes up to seconds: what needs nothing of it, and is found without it, does not wait. */
export async function environmentFor({
  argv: [program],
  cwd,
  env,
  needsLogin = true,
  avoids,
}: Wanting): Promise<Record<string, string>> {
  const early = needsLogin ? undefined : unattended(loginSoFar(), env);
  const found = early && isFound(program, cwd, early.PATH ?? '') ? early : await childEnvironment(env);
  return avoids === undefined ? found : { ...found, PATH: outside(avoids, found.PATH ?? '') };
}

/** A relative one would be searched in whatever directory a program is in. */
const outside = (avoids: readonly string[], path: string): string =>
  path
    .split(':')
    .filter((place) => place.startsWith('/') && !isInside(place, avoids))
    .join(':');

/** Programs that were found once; one that is gone since is missed when it is started. */
const foundOnce = new Set<string>();

function isFound(program: string, cwd: string, path: string): boolean {
  const key = `${program}\0${path}`;
  if (foundOnce.has(key)) return true;
  const isThere = findProgram(program, cwd, path) !== undefined;
  if (isThere) foundOnce.add(key);
  return isThere;
}

const unattended = (login: Environment, added: Environment = {}): Record<string, string> => ({
  ...login,
  ...UNATTENDED,
  ...added,
  PATH: joinPaths(added.PATH, login.PATH),
});

/** The caller's own order comes first; what only the login knows is found after it. */
const joinPaths = (...paths: readonly (string | undefined)[]): string =>
  [...new Set(paths.flatMap((path) => path?.split(':') ?? []))].filter((entry) => entry !== '').join(':');
