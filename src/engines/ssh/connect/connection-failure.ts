import { ToolError } from '../../../core/errors.ts';
import type { ConnectionFacts } from './connection-log.ts';

interface Failed {
  readonly host: string;
  readonly facts: ConnectionFacts;
  readonly afterMs: number;
  /** The fingerprints that known_hosts has for this host. */
  readonly known: readonly string[];
}

type Explain = (failed: Failed & { readonly where: string; readonly seconds: string }) => ToolError;

const NOTHING_RAN = 'Nothing was executed.';

/** Words of ssh, and what they mean for the caller; the first that fits. */
const CAUSES: readonly (readonly [RegExp, Explain])[] = [
  [/REVOKED HOST KEY|is marked as revoked/i, (failed) => revoked(failed)],
  [/IDENTIFICATION HAS CHANGED|host key for .{0,500} has changed/i, (failed) => changedKey(failed)],
  [
    /host key is known for .{0,500} requested strict|Host key verification failed/i,
    (failed) => unknownKey(failed),
  ],
  [
    /Permission denied|Too many authentication failures|No more authentication methods|no such identity/i,
    (failed) => loginRefused(failed),
  ],
  [
    /Could not resolve hostname/i,
    (failed) =>
      unreachable(failed, 'its name cannot be resolved', 'Check HostName in the SSH configuration.'),
  ],
  [/Connection refused/i, (failed) => unreachable(failed, 'connection refused', 'Is sshd running there?')],
  [
    /timed out/i,
    (failed) => unreachable(failed, 'no answer', 'Is the machine up, and does a firewall let you through?'),
  ],
  [
    /No route to host|Network is unreachable/i,
    (failed) => unreachable(failed, 'no route to it', 'Is the network or VPN up?'),
  ],
  [
    /Unable to negotiate|no matching/i,
    (failed) => unreachable(failed, 'no common algorithm', 'Try ssh -v with this name in a terminal.'),
  ],
  [
    /Bad configuration option|Bad owner or permissions|terminating, \d+ bad configuration/i,
    ({ host, facts }) =>
      new ToolError('UNAVAILABLE', `The SSH configuration for ${host} cannot be used: ${lastLine(facts)}`, {
        hint: 'A person has to correct it; ssh -G shows the same error.',
      }),
  ],
];

/** Why a connection could not be made. */
export function connectionFailure(failed: Failed): ToolError {
  const { host, facts, afterMs } = failed;
  const more = {
    ...failed,
    where: whereOf(host, facts),
    seconds: `${(afterMs / 1000).toFixed(1)} s`,
  };
  const explain = CAUSES.find(([pattern]) => pattern.test(facts.words))?.[1];
  return (
    explain?.(more) ??
    unreachable(more, lastLine(facts) || 'the connection was closed', 'Try ssh with this name in a terminal.')
  );
}

/** ssh calls what comes through another program, its own for a jump host among them, port 65535 of UNKNOWN. */
function whereOf(host: string, { address, words }: ConnectionFacts): string {
  if (/stdio forwarding failed/.test(words)) return `${host} from its jump host`;
  if (/UNKNOWN port 65535/.test(words)) return `the jump host or proxy of ${host}`;
  return address === undefined ? host : `${host} (${address})`;
}

const lastLine = ({ words }: ConnectionFacts): string => words.trim().split('\n').at(-1)?.trim() ?? '';

const unreachable = (
  { where, seconds }: { readonly where: string; readonly seconds: string },
  cause: string,
  advice: string,
): ToolError =>
  new ToolError('UNAVAILABLE', `Cannot reach ${where}: ${cause} after ${seconds}. ${NOTHING_RAN}`, {
    hint: advice,
  });

const loginRefused: Explain = ({ where, facts: { user, offered, accepts } }) =>
  new ToolError(
    'PERMISSION_DENIED',
    `${where} refused user ${user ?? 'unknown'} (tried: ${offered.length === 0 ? 'no key' : offered.join(', ')}). ` +
      `The server accepts: ${accepts ?? 'unknown'}. ${NOTHING_RAN}`,
    { hint: 'A person has to set up a key: IdentityFile in the SSH configuration, or ssh-add.' },
  );

const shown = ({ facts: { keyType, fingerprint } }: Failed): string =>
  fingerprint === undefined ? 'a key' : `${keyType} ${fingerprint}`;

const knownAs = ({ known }: Failed): string => (known.length === 0 ? 'another key' : known.join(', '));

const unknownKey: Explain = (failed) =>
  new ToolError(
    'PERMISSION_DENIED',
    `The host key of ${failed.where} is not known: it shows ${shown(failed)}` +
      `${failed.known.length === 0 ? '' : `, known_hosts has ${knownAs(failed)}`}. ${NOTHING_RAN}`,
    { hint: `A person must accept it, an agent cannot: toolgate hosts trust ${failed.host}` },
  );

const changedKey: Explain = (failed) =>
  new ToolError(
    'PERMISSION_DENIED',
    `REFUSED: the host key of ${failed.where} has changed. It shows ${shown(failed)}, known_hosts has ` +
      `${knownAs(failed)}. The server was rebuilt, or somebody intercepts the connection. ${NOTHING_RAN}`,
    {
      hint: `Compare it on the server with ssh-keygen -lf. A person must accept it, an agent cannot: toolgate hosts trust ${failed.host}`,
    },
  );

const revoked: Explain = (failed) =>
  new ToolError(
    'PERMISSION_DENIED',
    `REFUSED: the host key of ${failed.where}, ${shown(failed)}, is revoked in known_hosts. ${NOTHING_RAN}`,
    { hint: 'The machine needs a new host key; no approval lifts this.' },
  );
