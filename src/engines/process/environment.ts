import { loginEnvironment } from './login-environment.ts';

/** Nobody sits at a child's terminal: no colour codes, no pagers, no questions. */
const UNATTENDED: Readonly<Record<string, string>> = {
  CI: '1',
  NO_COLOR: '1',
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  DEBIAN_FRONTEND: 'noninteractive',
};

/** The clean environment of a child: what the login sets, made for running unattended, and what was added. */
export async function childEnvironment(
  added: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const login = await loginEnvironment();
  return { ...login, ...UNATTENDED, ...added, PATH: joinPaths(added.PATH, login.PATH) };
}

/** The caller's own order comes first; what only the login knows is found after it. */
const joinPaths = (...paths: readonly (string | undefined)[]): string =>
  [...new Set(paths.flatMap((path) => path?.split(':') ?? []))].filter((entry) => entry !== '').join(':');
