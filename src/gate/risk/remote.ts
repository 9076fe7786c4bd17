import { hash } from 'node:crypto';
import { hostOwner } from '../../core/address/host-owner.ts';
import type { Assessment, RiskJudge } from '../../core/call/assessment.ts';
import type { Caller } from '../../core/call/caller.ts';
import { isInside } from '../../core/path/paths.ts';
import { type RemoteStart, resolveRemote } from '../../core/path/remote-path.ts';
import type { Risk } from '../../core/risk.ts';
import { replaceText } from '../../core/text/find-text.ts';
import { judgeRemotePath } from './paths/judge-remote-path.ts';
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

/**
 * Until a host was used; what is done there then is judged once more with its real home. No account has that name, so what
 * is shown can name it as it was given.
 */
export const UNKNOWN_HOME = '/home/~';

const asGiven = (words: string): string => words.replaceAll(UNKNOWN_HOME, '~');

type Parts = Pick<Surroundings, 'machines' | 'shell'>;

/** What a tool may ask about machines that are reached over SSH. */
export function remoteJudge(
  { machines, shell }: Parts,
  caller: Caller,
  assessShell: (command: string, place: Place) => Assessment,
): Pick<RiskJudge, 'remoteShell' | 'remoteHost' | 'remotePath' | 'isThere'> {
  const principal = hostOwner(caller);
  // A call may name many hosts, and on most of them the same is judged.
  const judged = new Map<string, Assessment>();
  const nameOf = (host: string): string => machines?.nameOf(principal, host) ?? host;
  const startOf = (host: string): RemoteStart => {
    const { home = UNKNOWN_HOME, root } = machines?.placeOf(principal, nameOf(host)) ?? {};
    return { home, root };
  };
  return {
    remoteShell: ({ command, stdin = '' }, cwd, host) => {
      const { home, root } = startOf(host);
      const place: Place = {
        cwds: [resolveRemote(cwd ?? home, { home, root })],
        roots: [root ?? home],
        home,
        dataDir: NOWHERE,
        allowedCommands: shell.allowedCommands.length > 0 ? shell.allowedCommands : undefined,
        restrictedPaths: shell.restrictedPaths.filter((path) => !isInside(home, [path])),
        reached: new Set(),
        ...(stdin !== '' && { stdin: { stdin: 'text', input: { text: stdin, origin: 'open' } } }),
      };
      const key = JSON.stringify([command, stdin, place.cwds, place.roots, home]);
      const known =
        judged.get(key) ?? boundTo(stdin, command, inWords(raised(assessShell(command, place)), home));
      judged.set(key, known);
      return known;
    },
    remoteHost: (host) => {
      const name = nameOf(host);
      return name === '' || machines?.isUsed(principal, name)
        ? { risk: 'SAFE', reasons: [] }
        : { risk: 'MEDIUM', reasons: [`First use of the host ${name}`] };
    },
    remotePath: (host, path, access) => {
      const { home, root } = startOf(host);
      const own = [home, ...(root === undefined ? [] : [root])];
      const meant = resolveRemote(path, { home, root });
      const { risk, reason, isSecret } = judgeRemotePath(meant, access, own);
      // A made-up home is nothing to show.
      const shown = home === UNKNOWN_HOME ? reason && asGiven(replaceText(reason, meant, path)) : reason;
      return { risk, reasons: shown === undefined ? [] : [shown], ...(isSecret && { isSecret }) };
    },
    isThere: async (host, path) => machines?.isThere(principal, nameOf(host), path),
  };
}

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

/** A made-up home is nothing to show. */
function inWords(assessed: Assessment, home: string): Assessment {
  if (home !== UNKNOWN_HOME) return assessed;
  const { reasons, segments, forbidden } = assessed;
  return {
    ...assessed,
    reasons: reasons.map(asGiven),
    ...(segments && { segments: segments.map((one) => ({ ...one, reasons: one.reasons.map(asGiven) })) }),
    ...(forbidden !== undefined && { forbidden: asGiven(forbidden) }),
  };
}

/** What a program does with other input is another thing: that stands in front of it, like a variable. */
const boundTo = (stdin: string, command: string, assessed: Assessment): Assessment =>
  stdin === '' || !assessed.weighty
    ? assessed
    : {
        ...assessed,
        weighty: assessed.weighty.map((words) => [
          `INPUT=${hash('sha256', JSON.stringify([command, stdin])).slice(0, 16)}`,
          ...words,
        ]),
      };
