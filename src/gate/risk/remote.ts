import { posix } from 'node:path';
import { hostOwner } from '../../core/address/host-owner.ts';
import type { Assessment, RiskJudge } from '../../core/call/assessment.ts';
import type { Caller } from '../../core/call/caller.ts';
import { isInside } from '../../core/path/paths.ts';
import type { Risk } from '../../core/risk.ts';
import type { Place, Surroundings } from './place.ts';

/** Nobody sits at the other machine, and what happens there is not locked in. */
const ABOVE: Readonly<Record<Risk, Risk>> = {
  SAFE: 'LOW',
  LOW: 'MEDIUM',
  MEDIUM: 'HIGH',
  HIGH: 'HIGH',
  CRITICAL: 'CRITICAL',
};

/** A place that no path lies in: our own data is not over there. */
const NOWHERE = '/\0';

type Parts = Pick<Surroundings, 'machines' | 'shell'>;

/** What a tool may ask about machines that are reached over SSH. */
export function remoteJudge(
  { machines, shell }: Parts,
  caller: Caller,
  assessShell: (command: string, place: Place) => Assessment,
): Pick<RiskJudge, 'remoteShell' | 'remoteHost' | 'isThere'> {
  const principal = hostOwner(caller);
  const nameOf = (host: string): string => machines?.nameOf(principal, host) ?? host;
  return {
    remoteShell: (command, cwd, host) => {
      const { home, root } = machines?.placeOf(principal, nameOf(host)) ?? { home: '/home', root: undefined };
      const place: Place = {
        cwds: [posix.resolve(root ?? home, expanded(cwd ?? home, home))],
        roots: [root ?? home],
        home,
        dataDir: NOWHERE,
        allowedCommands: shell.allowedCommands.length > 0 ? shell.allowedCommands : undefined,
        restrictedPaths: shell.restrictedPaths.filter((path) => !isInside(home, [path])),
        reached: new Set(),
      };
      return raised(assessShell(command, place));
    },
    remoteHost: (host) => {
      const name = nameOf(host);
      return name === '' || machines?.isUsed(principal, name)
        ? { risk: 'SAFE', reasons: [] }
        : { risk: 'MEDIUM', reasons: [`First use of the host ${name}`] };
    },
    isThere: async (host, path) => machines?.isThere(principal, nameOf(host), path),
  };
}

const expanded = (path: string, home: string): string =>
  /^~(\/|$)/.test(path) ? home + path.slice(1) : path;

/** Without what is known of files here: the same names over there are others. */
const raised = ({
  risk,
  reasons,
  forbidden,
  isSecret,
  commands,
  weighty,
  segments,
}: Assessment): Assessment => ({
  risk: ABOVE[risk],
  ...(isSecret && { isSecret }),
  reasons: risk === ABOVE[risk] ? reasons : [...reasons, 'It runs on a remote host'],
  ...(segments && { segments: segments.map((one) => ({ ...one, risk: ABOVE[one.risk] })) }),
  ...(commands && { commands }),
  ...(weighty && { weighty: weighty.length > 0 ? weighty : (commands ?? []) }),
  ...(forbidden !== undefined && { forbidden }),
});
