import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { socketDirectory } from '../core/path/socket-directory.ts';
import { socketPath } from '../core/path/socket-path.ts';
import { anchorsPath } from '../store/audit/anchors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where keys are: outside the data directory, so that a copy of that alone opens nothing. */
export const keyPath = ({ XDG_CONFIG_HOME }: Environment, name: string): string =>
  join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'toolgate', name);

/** Every directory with something of ours in it, the data directory first: our data, the way in, anchors, keys, compiled code. */
export const ownPlaces = (dataDir: string, env: Environment): readonly string[] => [
  ...new Set([
    dataDir,
    dirname(socketPath(dataDir)),
    socketDirectory(dataDir, 'ssh'),
    socketDirectory(dataDir, 'ports'),
    dirname(anchorsPath(env.XDG_STATE_HOME)),
    dirname(keyPath(env, 'secret.key')),
    ...compiledPlaces(),
  ]),
];

/** Where the launcher lets Node keep compiled code, which runs in place of our own. */
function compiledPlaces(): string[] {
  try {
    return [join(userInfo().homedir, '.cache', 'toolgate')];
  } catch {
    return [];
  }
}
