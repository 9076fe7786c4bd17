import { existsSync, lstatSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { isInside } from '../../core/path/paths.ts';
import { HOME_CREDENTIALS } from '../../core/path/sensitive-paths.ts';
import type { Access } from '../../core/process/sandbox.ts';
import { userId } from '../../core/process/user-id.ts';
import type { Reach } from '../process/process.ts';
import { type HomeView, homeMounts, outermost } from './machine/home/home-view.ts';
import { namespaces } from './machine/namespaces.ts';
import { ALLOWED_INSIDE, allowedPart } from './machine/session-tmp.ts';
import { SETTING_FILES } from './machine/settings/setting-files.ts';
import { systemMounts } from './machine/system-places.ts';
import { relayMounts } from './ports/relay-arguments.ts';
import { existing, hide, type Places } from './workspace/existing-places.ts';
import { maskMounts } from './workspace/masks.ts';
import type { ProgramFinds } from './workspace/programs-in-path.ts';
import { ruledOut, type Unseen } from './workspace/unseen-places.ts';
import type { WorkspaceFinds } from './workspace/workspace-index.ts';
import { workspaceMounts } from './workspace/workspace-mounts.ts';

export interface Wanted {
  readonly reach: Reach;
  /** What is to be hidden and guarded in each root. */
  readonly finds: readonly WorkspaceFinds[];
  readonly unseen: Unseen;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What is to be hidden in the programs that the PATH leads to. */
  readonly programs?: ProgramFinds;
  /** What of the home directory is shown. */
  readonly home?: HomeView;
  /** It goes on when its starter ends. */
  readonly isKept?: boolean;
  /** It has a terminal of its own, which it needs to control. */
  readonly hasTerminal?: boolean;
}

/** A sandbox, as bubblewrap is told to build it. Later mounts lie over earlier ones. */
export async function bwrapArguments(wanted: Wanted): Promise<string[]> {
  const { reach, cwd, isKept = false, hasTerminal = false } = wanted;
  const may = new Set(reach.access);
  return [
    ...namespaces(may),
    ...(may.has('host') ? wholeMachine(wanted) : allowList(wanted, may)),
    ...kernelReadOnly(),
    ...(await workspaceMounts(reach, wanted.finds, wanted.unseen)),
    ...(reach.shares ?? []).flatMap((place) => ['--bind', place, place]),
    // Our own program and the language servers that come with it: read, never changed.
    ...readOnlyBinds(existing(reach.readOnly, reach.roots)),
    ...maskMounts(ruledOut(reach), undefined),
    ...(reach.ownPorts ? relayMounts(reach.ownPorts) : []),
    // A terminal shared with us would let it type into ours.
    ...(hasTerminal ? [] : ['--new-session']),
    ...(isKept ? [] : ['--die-with-parent']),
    // A directory that is not open is empty here; names in it lead nowhere.
    ...(may.has('host') || isInside(cwd, reach.roots) ? [] : ['--dir', cwd]),
    ...(may.size === 0 ? READ_ONLY_FRAME : []),
    '--chdir',
    cwd,
  ];
}

/** It lies in memory, which is not counted as that of any program. */
const HOME_BYTES = String(256 * 1024 * 1024);

/** So do these; browsers and databases of a run that was allowed need more. */
const sharedBytes = (may: ReadonlySet<Access>): string =>
  may.size === 0 ? HOME_BYTES : String(Math.floor(totalmem() / 4));

/** The directory that holds all the others, and that of the devices, lie in memory, too: nobody who reads writes there. */
const READ_ONLY_FRAME = ['--remount-ro', '/dev', '--remount-ro', '/'];

const NOT_SHOWN: HomeView = { toolchains: [], caches: [], hidden: [], settings: [] };

/** Programs of the system, the user's toolchains, and nothing else. */
function allowList({ reach, env, programs, home: view }: Wanted, may: ReadonlySet<Access>): string[] {
  const { home, tmp } = reach;
  const mayChangeCaches = may.has('write') && reach.changesCaches === true;
  return [
    ...systemMounts(),
    ...['--dev', '/dev', '--proc', '/proc'],
    ...['--size', sharedBytes(may), '--tmpfs', '/dev/shm', '--size', HOME_BYTES, '--tmpfs', '/var/tmp'],
    ...(tmp === undefined ? ['--tmpfs', '/tmp'] : tmpMounts(tmp, may, reach)),
    ...(tmp === undefined ? [] : foldersInTmp(tmp, reach)),
    ...(home === '/' ? [] : ['--size', HOME_BYTES, '--tmpfs', home]),
    ...homeMounts(view ?? NOT_SHOWN, {
      cacheMode: mayChangeCaches ? '--bind' : '--ro-bind',
      programs: outermost(programs?.places ?? [], reach.roots),
    }),
    ...(may.has('secrets') ? secretMounts(home, env) : hide(existing(programs?.hidden ?? [], reach.roots))),
  ];
}

function tmpMounts(tmp: string, may: ReadonlySet<Access>, { hasOwnTmp = false }: Reach): string[] {
  const kept = allowedPart(tmp);
  // Under both names: what programs keep there says where it is.
  if (hasOwnTmp) return ['--bind', kept, '/tmp', '--bind', kept, ALLOWED_INSIDE];
  const inside = may.size === 0 ? ['--tmpfs', ALLOWED_INSIDE] : ['--bind', kept, ALLOWED_INSIDE];
  return ['--bind', tmp, '/tmp', ...inside];
}

/**
 * Where open directories lie in the real /tmp, what leads to them is made in memory: in the session's own /tmp a command
 * could put a link in its place, and the next sandbox would be built where that leads.
 */
function foldersInTmp(tmp: string, { roots, readOnly, hidden, shares = [], home }: Reach): string[] {
  const inside = [...roots, ...readOnly, ...hidden, ...shares, home].filter((place) =>
    isWithin(place, '/tmp'),
  );
  const names = new Set(inside.map((place) => place.split('/')[2] ?? ''));
  for (const place of [tmp, allowedPart(tmp)])
    for (const name of [...names, basename(ALLOWED_INSIDE)]) {
      const path = join(place, name);
      if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(path, { force: true });
    }
  return [...names].flatMap((name) => ['--size', HOME_BYTES, '--tmpfs', `/tmp/${name}`]);
}

/** Credentials are read, never changed; the agent of SSH answers through its socket. */
function secretMounts(home: string, { SSH_AUTH_SOCK }: Readonly<Record<string, string>>): string[] {
  const sockets = [SSH_AUTH_SOCK, `/run/user/${userId()}/gnupg`, `/run/user/${userId()}/keyring`];
  return [
    ...[...HOME_CREDENTIALS, ...SETTING_FILES.keys()].map((name) => join(home, name)),
    ...sockets.flatMap((path) => (path === undefined ? [] : [path])),
  ].flatMap((place) => ['--ro-bind-try', place, place]);
}

const DEVICES = [
  '/dev/kvm',
  '/dev/fuse',
  '/dev/dri',
  '/dev/snd',
  '/dev/net',
  '/dev/nvidia0',
  '/dev/nvidiactl',
];

/** The machine as the user has it, without the processes that run on it. */
function wholeMachine({ reach: { keepsMachine = false, home }, env }: Wanted): string[] {
  const uid = userId();
  // These start programs for anybody who asks, outside of everything here.
  const starters = existing([
    ...[`/run/user/${uid}/systemd`, `/run/user/${uid}/bus`, `/tmp/tmux-${uid}`],
    // For anybody else these ask before they start something; for root they do not.
    ...(uid === 0 ? ['/run/systemd/private', '/run/dbus/system_bus_socket'] : []),
  ]);
  return [
    ...[keepsMachine ? '--ro-bind' : '--bind', '/', '/'],
    ...(keepsMachine ? writtenBySigning(env.GNUPGHOME ?? join(home, '.gnupg')) : []),
    ...['--proc', '/proc', '--dev', '/dev', '--ro-bind-try', '/sys', '/sys'],
    ...DEVICES.flatMap((device) => ['--dev-bind-try', device, device]),
    ...hide(starters),
  ];
}

const TMP = '/var/tmp';
/** Where a run finds room for temporary files, while the machine stays as it is. */
export const OWN_TMP = { TMPDIR: TMP } as const;

/** Programs that sign keep locks and sockets beside the keys; their settings name programs. */
function writtenBySigning(gnupg: string): string[] {
  const settings = existing(SIGNING_SETTINGS.map((name) => join(gnupg, name)));
  return [
    ...['--size', HOME_BYTES, '--tmpfs', TMP],
    ...[gnupg, `/run/user/${userId()}/gnupg`].flatMap((place) => ['--bind-try', place, place]),
    ...readOnlyBinds(settings),
  ];
}

const SIGNING_SETTINGS = ['gpg', 'gpg-agent', 'gpgsm', 'dirmngr', 'scdaemon', 'common', 'keyboxd'].map(
  (name) => `${name}.conf`,
);

/** What root writes there changes the kernel, or makes it start programs; nobody else can write there anyway. */
const KERNEL = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi', 'scsi'].map((name) => `/proc/${name}`);

const kernelReadOnly = (): string[] =>
  userId() === 0
    ? KERNEL.filter((place) => existsSync(place)).flatMap((place) => ['--ro-bind', place, place])
    : [];

const isWithin = (place: string, other: string): boolean => place !== other && isInside(place, [other]);

const readOnlyBinds = ({ directories, files }: Places): string[] =>
  [...directories, ...files].flatMap((place) => ['--ro-bind', place, place]);
