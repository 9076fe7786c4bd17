import { fileURLToPath } from 'node:url';
import type { OwnPorts } from '../../process/process.ts';

const PLACE = '/run/toolgate';
const NODE = `${PLACE}/node`;
// Node reads TypeScript by the name.
const RELAY = import.meta.url.endsWith('.ts') ? `${PLACE}/port-relay.mts` : `${PLACE}/port-relay.mjs`;
const SOCKETS = `${PLACE}/ports`;

// The substitution ends when the relay listens and closes its end of the pipe. The environment is for the command.
const START = ': "$(env -i "$0" "$1" "$2" "$3" </dev/null 3>&1 >/dev/null 2>&1 &)"; shift 3; exec "$@"';

/** Mounts for a sandbox without network, which bring the relay and the sockets it connects to. */
export const relayMounts = ({ directory }: OwnPorts): string[] => [
  ...['--ro-bind', process.execPath, NODE, '--ro-bind', relayFile(), RELAY],
  ...['--ro-bind', directory, SOCKETS],
];

/** Stands before the program: starts the relay, waits until it listens, then becomes the program. */
export const relayStart = ({ ports }: OwnPorts): readonly string[] => [
  ...['sh', '-c', START],
  ...[NODE, RELAY, SOCKETS, ports.join(',')],
];

/** From the source tree it is TypeScript; the library and the bundle have it as JavaScript beside them. */
const relayFile = (): string =>
  fileURLToPath(new URL(`./port-relay.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url));
