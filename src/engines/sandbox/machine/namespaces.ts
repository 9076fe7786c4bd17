import type { Access } from '../../../core/process/sandbox.ts';
import { userId } from '../../../core/process/user-id.ts';

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
  'SYS_CHROOT',
  'AUDIT_WRITE',
];

/** What a program in a sandbox shares with nobody, and which rights of root it keeps. */
export function namespaces(may: ReadonlySet<Access>): string[] {
  const isOpen = may.has('write') || may.has('host');
  // On the machine's own network, it would read what others send on it: the token of a person on the loopback.
  const isApart = !may.has('network') || may.has('host');
  const kept = [...ROOT_KEEPS, ...(isApart ? ['NET_RAW'] : [])];
  const keeps = userId() === 0 && isOpen ? kept.flatMap((name) => ['--cap-add', `CAP_${name}`]) : [];
  return [
    // No user namespace for root: in one, files of other users would seem to belong to nobody.
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(may.has('network') || may.has('host') ? [] : ['--unshare-net']),
    ...['--cap-drop', 'ALL', ...keeps],
  ];
}
