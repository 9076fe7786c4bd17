import { userId } from '../../core/process/user-id.ts';
import { makeRunGroup, type RunGroup } from '../process/child/cgroup.ts';
import { limitInShell, mostFileBytes } from '../process/child/file-size.ts';
import { assertUnchanged } from '../process/child/hash-file.ts';
import { loadLibc } from '../process/child/libc.ts';
import {
  findProgram,
  isDirectory,
  missingDirectory,
  missingProgram,
} from '../process/child/missing-program.ts';
import type { ChildSpec } from '../process/child/start-child.ts';
import { sizeLimits } from '../process/child/watch-size.ts';
import type { ProcessSpec, Reach } from '../process/process.ts';
import { ownProgram, SYSTEM_PATH } from '../system/own-program.ts';
import { bwrapArguments, OWN_TMP } from './bwrap-arguments.ts';
import { createEntry, type Entry } from './entry/entry.ts';
import { takeBaseline } from './guard/guard-protected.ts';
import { type Guard, guardRun } from './guard/guard-run.ts';
import { guardSecrets } from './guard/guard-secrets.ts';
import { cleanHistories } from './history/clean-histories.ts';
import { mountsAsJudged } from './machine/executed-as-judged.ts';
import { keepExecuted } from './machine/executed-in-tmp.ts';
import { homeView } from './machine/home/home-view.ts';
import { type SeccompFilter, seccompFilter } from './machine/seccomp-filter.ts';
import { ALLOWED_INSIDE, allowedPart } from './machine/session-tmp.ts';
import type { TerminalSignals } from './machine/terminal-signals.ts';
import { macosProfile } from './macos/macos-profile.ts';
import { relayStart } from './ports/relay-arguments.ts';
import { readerPlaces, readerView } from './reader-view.ts';
import { assertGuardable, assertLookedThrough } from './workspace/assert-looked-through.ts';
import { findWithin } from './workspace/find-within.ts';
import { programsInPath } from './workspace/programs-in-path.ts';
import { unseenPlaces } from './workspace/unseen-places.ts';

interface Wanted extends Pick<ProcessSpec, 'argv' | 'cwd' | 'sandbox' | 'reach' | 'expects' | 'isReader'> {
  /** It goes on when its starter ends. */
  readonly isKept?: boolean;
  /** It has a terminal of its own, whose keys are for the program alone. */
  readonly terminal?: TerminalSignals | undefined;
}

interface Started
  extends Pick<ChildSpec, 'argv' | 'program' | 'cwd' | 'env' | 'isSandboxed' | 'isUnasked' | 'entry'> {
  /** Where it may change something. */
  readonly guard?: Guard;
  /** What the kernel keeps it within, where it can. */
  readonly group?: RunGroup | undefined;
}

/** What programs of agents can exchange while a sandbox is built. */
const changingIn = ({ roots, shares = [], tmp }: Reach): string[] => [
  ...roots,
  ...shares,
  ...(tmp === undefined ? [] : [tmp, allowedPart(tmp)]),
];

/** Descriptors are opened by a shell, which then becomes bubblewrap. */
export const throughShell = (
  filter: SeccompFilter | undefined,
  { redirections }: Pick<Entry, 'redirections'>,
  limit = '',
): string[] => [
  '/bin/sh',
  '-c',
  `${redirections}${limit}${filter?.script ?? ''}exec "$@"`,
  filter?.file ?? 'sh',
];

/** What to start so that the program runs in the sandbox it is meant to run in. */
export function sandboxed(wanted: Wanted, env: Readonly<Record<string, string>>): Promise<Started> {
  const { argv, cwd, reach } = wanted;
  return wanted.sandbox === 'closed' && wanted.isReader && reach?.readsOnly
    ? readingOnly({ argv, cwd, env, reach }, reach.readsOnly)
    : asAllowed(wanted, env);
}

async function asAllowed(
  { argv, cwd, sandbox = 'none', reach: asked, expects, isKept = false, terminal, isReader = false }: Wanted,
  env: Readonly<Record<string, string>>,
): Promise<Started> {
  if (sandbox === 'none') assertUnchanged(expects);
  const isUnasked = !isReader && asked?.access.length === 0;
  // What does not fit into memory, a program such as sort puts where it can be looked at.
  const tmp = isUnasked && asked?.tmp !== undefined && { TMPDIR: asked.tmp };
  if (sandbox === 'none') return { argv, cwd, env: { ...env, ...tmp }, isSandboxed: false, isUnasked };
  if (!asked) throw new Error('A sandbox needs to know what it opens and hides');
  if (!isDirectory(cwd)) throw missingDirectory(argv[0], cwd);
  // Bubblewrap would fail inside, with words of its own and an exit code like any other.
  const program = findProgram(argv[0], cwd, env.PATH ?? '');
  if (program === undefined) throw missingProgram(argv[0], cwd);
  const { reach, finds, unseen } = await lookThrough(asked, { cwd, words: argv.join(' ') });
  const programs = await programsInPath(env.PATH ?? '', reach.home);
  const home = await homeView(reach, isReader ? program : undefined);
  const hasTerminal = terminal !== undefined;
  const wanted = { reach, finds, unseen, programs, home, cwd, env, isKept, hasTerminal };
  const mounts = process.platform === 'darwin' ? [] : await bwrapArguments(wanted);
  const baseline = changesFiles(reach) ? await takeBaseline(reach, finds) : undefined;
  // After all that takes long.
  assertUnchanged(expects);
  if (reach.hasOwnTmp && reach.tmp !== undefined) keepExecuted(expects ?? [], reach.tmp);
  const within = {
    isUnasked,
    program: argv[0],
    env: { ...withoutSockets(env, reach), ...cachesOf(reach) },
    ...(baseline && { guard: guardRun(baseline, reach.scratch, reach.onSetAside) }),
    ...(hidesSecrets(reach) && { guard: guardSecrets(reach, unseen, { isReader }) }),
  };
  const limit = limitInShell(mostFileBytes(reach.access, isKept));
  if (process.platform === 'darwin')
    return { ...within, ...underProfile(macosProfile({ reach, finds, programs, home }), limit, argv), cwd };
  const filter = seccompFilter(reach, reach.scratch);
  const options = [...mounts, ...mountsAsJudged(expects ?? [], reach)];
  const group = isReader ? undefined : makeRunGroup(sizeLimits(reach.access));
  const entry = createEntry({
    libc: await loadLibc(),
    options,
    env: within.env,
    scratch: reach.scratch,
    changing: changingIn(reach),
    isOpen: reach.access.includes('host'),
    isReader,
  });
  const [first = '/bin/sh', ...rest] = [
    ...(group?.before ?? []),
    ...throughShell(filter, entry, limit),
    ...(terminal?.outside ?? []),
    ...[ownProgram('bwrap'), ...(filter?.options ?? []), ...entry.options, '--'],
  ];
  return {
    ...within,
    env: { PATH: SYSTEM_PATH },
    group,
    entry,
    argv: [
      first,
      ...rest,
      ...(terminal?.inside ?? []),
      ...(reach.ownPorts ? relayStart(reach.ownPorts) : []),
      ...argv,
    ],
    cwd: '/',
    isSandboxed: true,
  };
}

interface Reading extends Pick<Wanted, 'argv' | 'cwd'> {
  readonly env: Readonly<Record<string, string>>;
  readonly reach: Reach;
}

/** For a program of ours that starts nothing: links lead it nowhere, and nothing has to be looked through for that. */
async function readingOnly({ argv, cwd, env, reach }: Reading, files: readonly string[]): Promise<Started> {
  if (!isDirectory(cwd)) throw missingDirectory(argv[0], cwd);
  const options = [
    ...readerView({ ...readerPlaces(reach.roots, files), isLocking: reach.access.includes('write') }),
    // Root reads the repositories of all users.
    ...(userId() === 0 ? ['--cap-add', 'CAP_DAC_OVERRIDE'] : []),
    '--chdir',
    cwd,
  ];
  const entry = createEntry({
    libc: await loadLibc(),
    ...{ options, env, scratch: reach.scratch, changing: [], isOpen: false, isReader: true },
  });
  const [first = '/bin/sh', ...rest] = throughShell(undefined, entry);
  return {
    ...{ program: argv[0], isUnasked: false, isSandboxed: true, entry, cwd: '/', env: { PATH: SYSTEM_PATH } },
    argv: [first, ...rest, ownProgram('bwrap'), ...entry.options, '--', ...argv],
  };
}

/** The same on macOS. */
const underProfile = (profile: string, limit: string, argv: Wanted['argv']) => {
  const [shell = '/bin/sh', ...words] = throughShell(undefined, { redirections: '' }, limit);
  const started: Started['argv'] = [shell, ...words, '/usr/bin/sandbox-exec', '-p', profile, ...argv];
  return { argv: started, isSandboxed: false };
};

/** What there is to hide and to guard. */
async function lookThrough(asked: Reach, command: { cwd: string; words: string }) {
  const reach = await withCleanHistory(asked, command);
  const finds = await Promise.all(reach.roots.map(findWithin));
  if (changesFiles(reach)) assertGuardable(finds, reach);
  else assertLookedThrough(finds, reach);
  return { reach, finds, unseen: await unseenPlaces(reach, finds) };
}

const changesFiles = ({ access }: Reach): boolean => access.includes('write') || access.includes('host');

/** Brought up to date just before it is shown: branches move. */
async function withCleanHistory(reach: Reach, command: { cwd: string; words: string }): Promise<Reach> {
  if (reach.history !== 'clean' || reach.scratch === undefined || reach.showsWorkspace) return reach;
  const cleanObjects = await cleanHistories(
    { ...command, roots: reach.roots, hidden: reach.hidden },
    reach.scratch,
  );
  return { ...reach, cleanObjects };
}

const hidesSecrets = ({ access, showsWorkspace }: Reach): boolean =>
  !showsWorkspace && (access.length === 0 || (access.length === 1 && access[0] === 'network'));

/** Programs that cannot write into the caches of the home directory write elsewhere. */
function cachesOf(reach: Reach): Readonly<Record<string, string>> {
  const { access, changesCaches = false } = reach;
  if (access.includes('host')) return reach.keepsMachine ? OWN_TMP : {};
  if (!access.includes('write')) return elsewhere(tmpOf(reach));
  return changesCaches ? {} : ownCaches(tmpOf(reach));
}

/** Those that would fail otherwise. */
const ownCaches = (tmp: string) => ({
  npm_config_cache: `${tmp}/.npm`,
  GOCACHE: `${tmp}/.cache/go-build`,
  PIP_CACHE_DIR: `${tmp}/.cache/pip`,
  UV_CACHE_DIR: `${tmp}/.cache/uv`,
  CCACHE_DIR: `${tmp}/.cache/ccache`,
});

/** Programs that want to write below the home directory write elsewhere, or not at all. */
const elsewhere = (tmp: string) => ({
  XDG_CACHE_HOME: `${tmp}/.cache`,
  npm_config_cache: `${tmp}/.npm`,
  npm_config_logs_max: '0',
  npm_config_update_notifier: 'false',
  PYTHONDONTWRITEBYTECODE: '1',
  GIT_OPTIONAL_LOCKS: '0',
});

const tmpOf = ({ access, tmp }: Reach): string =>
  access.length > 0 && tmp !== undefined ? ALLOWED_INSIDE : '/tmp';

/** Names of what is not there would only make programs wait for it. */
function withoutSockets(env: Readonly<Record<string, string>>, reach: Reach): Record<string, string> {
  const { access } = reach;
  if (access.includes('host')) return { ...env };
  const { SSH_AUTH_SOCK, DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, DISPLAY, ...rest } = env;
  return {
    ...rest,
    TMPDIR: tmpOf(reach),
    ...(SSH_AUTH_SOCK !== undefined && access.includes('secrets') && { SSH_AUTH_SOCK }),
  };
}
