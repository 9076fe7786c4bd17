import { oneOf } from '../text/one-of.ts';

const ALLOWED = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'VIRTUAL_ENV',
  'XDG_RUNTIME_DIR',
];

/** One that takes what is there, as `git rebase --continue` wants one for a message that is written already. */
export const EDITORS: Readonly<Record<string, string>> = { GIT_EDITOR: 'true', GIT_SEQUENCE_EDITOR: 'true' };

/** Nobody sits at a child's terminal: no colour codes, no pagers, no questions. */
export const UNATTENDED: Readonly<Record<string, string>> = {
  CI: '1',
  NO_COLOR: '1',
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  ...EDITORS,
  DEBIAN_FRONTEND: 'noninteractive',
};

// Where programs are and how they speak; nothing here carries a secret.
const OF_LOGIN =
  /^(PATH|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|SSH_AUTH_SOCK|XDG_\w+|(NVM|FNM|SDKMAN)_DIR|(VOLTA|PNPM|CARGO|RUSTUP|JAVA|MAVEN|GRADLE|ANDROID|ASDF|BUN_INSTALL|DENO|HOMEBREW|CONDA)_?(HOME|PREFIX|ROOT|DIR|DATA_DIR)?|(PYENV|RBENV|NODENV|GOENV|DOTNET)_ROOT|GO(PATH|ROOT|BIN))$/;

/** What children take from the environment that the user's login shell sets. */
export const isOfLogin = (name: string): boolean => OF_LOGIN.test(name);

// Bash sets these itself, or gives them a meaning.
const OF_BASH = oneOf`
  BASH\w* COMP\w* COPROC\w* DIRSTACK EPOCH\w* EUID FUNC\w* GLOB\w+ GROUPS HIST\w* HOST\w* IFS IGNOREEOF
  INPUTRC LINE\w* COLUMNS MACHTYPE MAIL\w* MAPFILE OLDPWD OPT\w+ OSTYPE PIPESTATUS POSIX\w* PPID PROMPT\w*
  PS\d PWD RANDOM READLINE\w* REPLY SECONDS SHELL\w* SHLVL SRANDOM TIMEFORMAT TMOUT UID _ auto_resume
  histchars
`;

// The sandbox adds these, so that programs write elsewhere than below the home directory.
const OF_SANDBOX =
  /^(npm_config_\w+|PYTHONDONTWRITEBYTECODE|GIT_OPTIONAL_LOCKS|GOCACHE|(CCACHE|(PIP|UV)_CACHE)_DIR|DISPLAY|DBUS_\w+)$/;

/** Whether a shell that we start may hold this variable before it sets any itself. */
export const mayBeSet = (name: string): boolean =>
  // $0, $$, $? and the like; without arguments, $@ and $* are empty.
  /^(0|[^\w@*])$/.test(name) ||
  ALLOWED.includes(name) ||
  Object.hasOwn(UNATTENDED, name) ||
  name.startsWith('TOOLGATE_') ||
  isOfLogin(name) ||
  OF_SANDBOX.test(name) ||
  OF_BASH.test(name);

/** What an agent's children see of its environment: enough to find programs and speak the user's language, no secrets. */
export const childEnvironment = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    ALLOWED.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
