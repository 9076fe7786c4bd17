import { join } from 'node:path';
import { packageRoot } from '../../host/package-root.ts';

/**
 * What a client runs. Whole paths and a named data directory: a project may set PATH, NODE_OPTIONS and more for its
 * hooks. Behind `||` stands what most clients understand as a refusal, for when the program is missing or crashes.
 */
export const hookCommand = (client: string, dataDir: string): string =>
  `${hookProgram(client, dataDir)} || { echo 'Toolgate gave no answer, so this call is refused' >&2; exit 2; }`;

/** Does the same as `toolgate hook` with less to load: each call of an agent waits for it. */
export const HOOK_PROGRAM = 'toolgate-hook.cjs';

/** For what only tells the host something: a session that begins, the outcome of a call. */
export const reportCommand = (client: string, dataDir: string): string =>
  `${hookProgram(client, dataDir)} || true`;

/** The same without a fallback. */
const hookProgram = (client: string, dataDir: string): string =>
  [
    'NODE_OPTIONS=',
    quoted(process.execPath),
    quoted(join(packageRoot(), 'bin', HOOK_PROGRAM)),
    'hook',
    client,
    '--data-dir',
    quoted(dataDir),
  ].join(' ');

export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
