import { type Finding, missing } from './finding.ts';

/** Who the host runs as: root is allowed, and costs the last wall. */
export function checkUser(uid: number | undefined = process.geteuid?.()): Finding[] {
  if (uid !== 0) return [];
  return [
    missing(
      'an ordinary user: this is root',
      'run Toolgate as a user without rights over the machine: as root, what you allow with "host" and each command ' +
        'without a sandbox can change anything here, and only the sandbox stands between the rest and the system',
    ),
  ];
}
