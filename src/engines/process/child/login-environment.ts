import { homedir, userInfo } from 'node:os';
import { basename } from 'node:path';
import { isOfLogin } from '../../../core/process/child-environment.ts';
import { userId } from '../../../core/process/user-id.ts';
import { startChild } from './start-child.ts';

type Environment = Readonly<Record<string, string>>;

const LIMIT_MS = 3000;
const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const MARK = 'toolgate-environment';

let found: Promise<Environment> | undefined;
let known: Environment | undefined;
let defaults: Environment | undefined;

/**
 * What the user's own login shell sets, found once: nvm, volta, asdf and homebrew add their programs there, and
 * a host that was not started from a terminal has none of it.
 */
export const loginEnvironment = (): Promise<Environment> =>
  (found ??= findEnvironment().then((environment) => {
    known = environment;
    return environment;
  }));

/** What is known of it without waiting for a shell. */
export function loginSoFar(): Environment {
  defaults ??= withDefaults({}, ownOf());
  return known ?? defaults;
}

async function findEnvironment(): Promise<Environment> {
  const own = ownOf();
  const printed = await askShell(own);
  const set = Object.fromEntries(
    printed.split('\0').flatMap((line): [string, string][] => {
      const at = line.indexOf('=');
      const name = line.slice(0, at);
      return at > 0 && isOfLogin(name) ? [[name, line.slice(at + 1)]] : [];
    }),
  );
  return withDefaults(set, own);
}

function ownOf() {
  const { username, shell } = userOrNobody();
  return { HOME: homedir(), USER: username, LOGNAME: username, SHELL: shell ?? '/bin/sh' };
}

/** In a container there may be no entry for the user, and so neither name nor shell. */
function userOrNobody(): { readonly username: string; readonly shell: string | null } {
  try {
    return userInfo();
  } catch {
    return { username: String(userId()), shell: null };
  }
}

const withDefaults = (set: Environment, own: Environment): Environment => ({
  LANG: 'C.UTF-8',
  ...set,
  PATH: set.PATH ?? DEFAULT_PATH,
  ...own,
});

/** A login shell that is also interactive: version managers write into either kind of start file. */
async function askShell(own: Environment & { SHELL: string }): Promise<string> {
  if (/^(nologin|false)$/.test(basename(own.SHELL))) return '';
  const chunks: Buffer[] = [];
  try {
    const child = await startChild({
      argv: [own.SHELL, '-ilc', `printf '%s\\0' ${MARK}; env -0`],
      cwd: '/',
      env: { ...own, PATH: DEFAULT_PATH, TERM: 'dumb' },
      isSandboxed: false,
      onData: (stream, chunk) => stream === 'stdout' && chunks.push(Buffer.from(chunk)),
    });
    const timer = setTimeout(() => void child.end(0), LIMIT_MS);
    await child.ended;
    clearTimeout(timer);
  } catch {
    // A shell that cannot be started leaves the defaults.
  }
  const text = Buffer.concat(chunks).toString();
  const at = text.indexOf(`${MARK}\0`);
  return at === -1 ? '' : text.slice(at + MARK.length + 1);
}
