import { join } from 'node:path';
import { isInside } from '../../core/paths.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { PROTECTED_GIT_PLACES, PROTECTED_PLACES } from '../../core/sensitive-paths.ts';
import { userId } from '../../core/user-id.ts';
import type { Reach } from '../process/process.ts';
import { existing, type Places, secretsOf } from './hidden-places.ts';

export interface Wanted {
  readonly sandbox: Exclude<Sandbox, 'none'>;
  readonly reach: Reach;
  readonly cwd: string;
  /** It goes on when its starter ends. */
  readonly isKept?: boolean;
  /** It has a terminal of its own, which it needs to control. */
  readonly hasTerminal?: boolean;
}

/** The two sandboxes, as bubblewrap is told to build them. Later mounts lie over earlier ones. */
export function bwrapArguments({
  sandbox,
  reach,
  cwd,
  isKept = false,
  hasTerminal = false,
}: Wanted): string[] {
  return [
    ...(sandbox === 'closed' ? closed(reach) : open(reach)),
    ...hide(existing(reach.hidden)),
    // A terminal shared with us would let it type into ours.
    ...(hasTerminal ? [] : ['--new-session']),
    ...(isKept ? [] : ['--die-with-parent']),
    '--chdir',
    cwd,
  ];
}

/** Nothing but the workspace can be written, nothing outside the machine reached, no secret read. */
function closed({ roots, home, showsWorkspace, gitDir }: Reach): string[] {
  const fixed = existing(roots.flatMap((root) => PROTECTED_PLACES.map((place) => join(root, place))));
  return [
    ...['--unshare-all', '--cap-drop', 'ALL'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    // A read-only mount does not keep anybody from talking to the services that listen there.
    ...['--tmpfs', '/run', '--ro-bind-try', '/run/current-system', '/run/current-system'],
    ...roots.flatMap((root) => ['--bind', root, root]),
    ...readOnlyBinds(fixed),
    ...(gitDir !== undefined && isInside(gitDir, fixed.directories) ? writableGitDir(gitDir) : []),
    ...hide(secretsOf(home, roots, { inRoots: !showsWorkspace })),
  ];
}

/** All of it but what decides which programs run. */
const writableGitDir = (gitDir: string): string[] => [
  ...['--bind', gitDir, gitDir],
  ...readOnlyBinds(existing(PROTECTED_GIT_PLACES.map((place) => join(gitDir, place)))),
];

/** The capabilities a root user's programs need every day; none of them leads out of here or to the raw disk. */
const ROOT_KEEPS = [
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'SETGID',
  'SETUID',
  'SETFCAP',
  'NET_BIND_SERVICE',
  'NET_RAW',
  'SYS_CHROOT',
  'AUDIT_WRITE',
];
const DEVICES = [
  '/dev/kvm',
  '/dev/fuse',
  '/dev/dri',
  '/dev/snd',
  '/dev/net',
  '/dev/nvidia0',
  '/dev/nvidiactl',
];

/** The machine as the user has it, without our own things and without the processes that run on it. */
function open({ readOnly, roots }: Reach): string[] {
  const uid = userId();
  const keeps = uid === 0 ? ROOT_KEEPS.flatMap((name) => ['--cap-add', `CAP_${name}`]) : [];
  // These start programs for whoever asks, outside of everything here.
  const starters = existing([
    ...[`/run/user/${uid}/systemd`, `/run/user/${uid}/bus`, `/tmp/tmux-${uid}`],
    // For anybody else these ask before they start something; for root they do not.
    ...(uid === 0 ? ['/run/systemd/private', '/run/dbus/system_bus_socket'] : []),
  ]);
  const fixed = existing(readOnly, roots);
  return [
    ...['--unshare-pid', '--cap-drop', 'ALL', ...keeps],
    // What root writes to /sys can make the kernel start programs.
    ...['--bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--ro-bind-try', '/sys', '/sys'],
    ...DEVICES.flatMap((device) => ['--dev-bind-try', device, device]),
    ...readOnlyBinds(fixed),
    ...hide(starters),
  ];
}

const readOnlyBinds = ({ directories, files }: Places): string[] =>
  [...directories, ...files].flatMap((place) => ['--ro-bind', place, place]);

const hide = ({ directories, files }: Places): string[] => [
  ...directories.flatMap((place) => ['--tmpfs', place]),
  ...files.flatMap((place) => ['--ro-bind', '/dev/null', place]),
];
