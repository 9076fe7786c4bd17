import { join } from 'node:path';
import { HOME_CREDENTIALS, SECRET_PLACES } from '../../../core/path/sensitive-paths.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import type { Reach } from '../../process/process.ts';
import { holdsCredentials } from '../machine/home/holds-credentials.ts';
import type { HomeView } from '../machine/home/home-view.ts';
import { SETTING_FILES } from '../machine/settings/setting-files.ts';
import { ledTo } from '../workspace/led-to.ts';
import type { ProgramFinds } from '../workspace/programs-in-path.ts';
import type { WorkspaceFinds } from '../workspace/workspace-index.ts';

interface Wanted {
  readonly reach: Reach;
  readonly finds: readonly WorkspaceFinds[];
  readonly programs: ProgramFinds;
  readonly home: Pick<HomeView, 'toolchains' | 'caches' | 'hidden'>;
}

/** Where programs and their libraries lie. Homebrew and Xcode are toolchains that belong to the machine. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/System', '/Library', '/opt', '/Applications/Xcode.app'],
  ...['/private/etc', '/private/var/db', '/private/var/select', '/dev'],
];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper', '/dev/stdout', '/dev/stderr'];

/**
 * The sandbox of macOS, as its own language describes it; of several rules that fit, the last one counts. It follows
 * bwrap-arguments.ts as far as it can. UNTESTED: it was written without a Mac at hand. There is no namespace for
 * processes, /tmp is not private, and the keychain's services are not reachable because no service is but those named.
 */
export function macosProfile({ reach, finds, programs, home: shown }: Wanted): string {
  const { roots, access, home, tmp, hidden, readOnly } = reach;
  const may = new Set(access);
  const isWritable = may.has('write') || may.has('host');
  const seesSecrets = may.has('secrets') || may.has('host') || (isWritable && reach.hidesSecrets !== true);
  const { toolchains, caches } = shown;
  const plain = [...SETTING_FILES.keys()].map((name) => join(home, name)).filter(isPlain);
  const scratch = tmp === undefined ? [] : [tmp];
  const ledPlaces = ledTo(
    finds.flatMap((found) => found.linked),
    roots,
  ).places;
  const guarded = [
    ...GUARDED,
    ...finds.flatMap((found) => found.protected).map(literally),
    ...ledPlaces.map(below),
  ];
  return [
    '(version 1)',
    may.has('host') ? '(allow default)' : '(deny default)',
    '(allow process-exec* process-fork process-info* (target same-sandbox))',
    '(allow signal (target same-sandbox))',
    '(allow sysctl-read system-socket pseudo-tty ipc-posix-sem ipc-posix-shm)',
    '(allow file-read-metadata)',
    `(allow mach-lookup ${SERVICES.map((name) => `(global-name ${text(name)})`).join(' ')})`,
    allow('file-read*', [...SYSTEM, ...toolchains, ...programs.places, ...caches, ...plain].map(below)),
    allow('file-read*', [...readOnly, ...roots, ...scratch].map(below)),
    allow('file-read* file-write*', [...DEVICES.map(literally), ...scratch.map(below)]),
    isWritable ? allow('file-write*', [...roots, ...(reach.changesCaches ? caches : [])].map(below)) : '',
    isWritable ? deny('file-write*', guarded) : deny('file-write*', roots.map(below)),
    may.has('network') || may.has('host') ? '(allow network*)' : '(deny network*)',
    seesSecrets
      ? ''
      : deny('file-read* file-write*', [...secretsIn(home, finds, plain), ...programs.hidden.map(below)]),
    may.has('secrets') || may.has('host')
      ? ''
      : deny('file-read* file-write*', shown.hidden.filter((place) => !plain.includes(place)).map(below)),
    deny('file-read* file-write*', hidden.map(below)),
    deny('file-write*', readOnly.map(below)),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** There are no copies of settings here: a file is shown if it holds no credential. */
function isPlain(path: string): boolean {
  const text = readIfSmall(path);
  return text !== undefined && !holdsCredentials(text);
}

/** Names that decide what runs, whether they are there yet or not: what a mount cannot do. */
const GUARDED = [
  String.raw`/\.git/(hooks|config|config\.worktree|info/attributes|modules)(/|$)`,
  String.raw`/\.(mcp\.json|envrc|claude|codex|gemini|cursor|vscode|husky|toolgate)(/|$)`,
].map((pattern) => `(regex #"${pattern}")`);

/** What a program asks when it looks up users, names and time. */
const SERVICES = [
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.notification_center',
  'com.apple.system.logger',
  'com.apple.CoreServices.coreservicesd',
];

const secretsIn = (home: string, finds: readonly WorkspaceFinds[], plain: readonly string[]): string[] => [
  ...[...SECRET_PLACES, ...HOME_CREDENTIALS]
    .map((name) => join(home, name))
    .filter((place) => !plain.includes(place))
    .map(below),
  ...finds.flatMap((found) => found.secrets).map(below),
];

const allow = (what: string, places: readonly string[]): string =>
  places.length === 0 ? '' : `(allow ${what} ${places.join(' ')})`;
const deny = (what: string, places: readonly string[]): string =>
  places.length === 0 ? '' : `(deny ${what} ${places.join(' ')})`;

/** The place itself and all that lies in it. */
const below = (place: string): string => `(subpath ${text(place)})`;
const literally = (place: string): string => `(literal ${text(place)})`;
const text = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
