import { dirname, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { environmentFor } from '../../process/child/environment.ts';
import { findProgram } from '../../process/child/missing-program.ts';
import { startChild } from '../../process/child/start-child.ts';
import { endBeyond } from '../../process/child/watch-memory.ts';
import { sizeLimits, watchSize } from '../../process/child/watch-size.ts';
import type { OwnReach } from '../../process/process.ts';
import { underGuard } from '../../sandbox/guard/guard-run.ts';
import { lookNowAndThen } from '../../sandbox/guard/look-now-and-then.ts';
import { sandboxed } from '../../sandbox/sandboxed.ts';
import { type Connection, createConnection } from './connection.ts';
import type { ServerKind } from './servers.ts';

type Json = Record<string, unknown>;

/** A server that runs for one root. */
export interface LanguageServer {
  readonly kind: ServerKind;
  readonly root: string;
  readonly capabilities: Json;
  readonly connection: Connection;
  /** What is hidden from it lies under a mask; false once something was saved that lies under none. */
  isBlindfolded(): Promise<boolean>;
  /** Settles when it is gone, with all it started. */
  end(): Promise<unknown>;
  readonly ended: Promise<unknown>;
}

interface StartParts {
  readonly kind: ServerKind;
  readonly root: string;
  readonly place: OwnReach;
  /** What a rule refuses to those who ask. */
  readonly hidden: readonly string[];
  readonly path: string;
  readonly hasSandbox: boolean;
  /** Of memory; beyond it, it is ended with everything it started. */
  readonly maxBytes: number;
  readonly installation: string;
  readonly signal: AbortSignal;
}

const GRACE_MS = 1000;
/** A server that has not said hello by then does not come. */
const HELLO_MS = 25_000;

/** Starts it in the closed sandbox where there is one; undefined where it is not installed, or may not run. */
export async function startLanguageServer(parts: StartParts): Promise<LanguageServer | undefined> {
  const { kind, root, place, hidden, path, hasSandbox, installation } = parts;
  const wanted = kind.argv();
  if (!wanted || ((kind.runsProjectCode || hidden.length > 0) && !hasSandbox)) return undefined;
  // What the login knows, and what we were started with.
  const env = await environmentFor({ argv: wanted, cwd: root, env: { PATH: path } });
  const program = findProgram(wanted[0], root, absoluteOnly(env.PATH ?? ''));
  if (program === undefined) return undefined;
  const argv: [string, ...string[]] = [program, ...wanted.slice(1)];
  const sandbox = hasSandbox ? 'closed' : 'none';
  const reach = {
    ...place,
    hidden: [...place.hidden, ...hidden],
    roots: [root, ...placesOf(argv)],
    access: [],
  };
  const { guard, group, ...started } = await sandboxed(
    { argv, cwd: root, sandbox, reach },
    { ...env, ...kind.env?.(env) },
  );
  const child = await underGuard(guard, () =>
    startChild({
      ...started,
      installation,
      stdin: 'open',
      onData: (stream, chunk) => {
        if (stream === 'stdout') connection.receive(chunk);
      },
    }),
  );
  endBeyond(child, parts.maxBytes);
  // What it runs of the project is code like that of any command nobody was asked about.
  const limits = { ...sizeLimits([]), bytes: parts.maxBytes };
  const stopWatching = watchSize({ pid: child.root.pid, limits, group }, () => void child.end(0));
  if (guard) void lookNowAndThen(guard, child).catch(() => {});
  const connection = createConnection({
    write: (text, onArrived) => void child.input?.stream?.write(text, onArrived),
    settings: kind.settings ?? {},
    onHostile: () => void child.end(0),
  });
  const ended = child.ended.then(({ exitCode, signal }) => {
    stopWatching();
    void group?.remove();
    connection.fail(new Error(`${kind.name} ended with ${signal ?? exitCode}`));
  });
  const server = {
    kind,
    root,
    connection,
    isBlindfolded: async () => {
      const saved = guard?.look().then(
        () => true,
        () => false,
      );
      return (await saved) ?? true;
    },
    end: () => child.end(GRACE_MS),
    ended,
  };
  try {
    const capabilities = await sayHello(
      server,
      AbortSignal.any([parts.signal, AbortSignal.timeout(HELLO_MS)]),
    );
    return { ...server, capabilities };
  } catch (error) {
    await server.end();
    throw new ToolError('UNAVAILABLE', `The language server ${kind.name} did not start`, { cause: error });
  }
}

/** A directory of the project in the PATH would let the project choose what runs. */
const absoluteOnly = (path: string): string =>
  path
    .split(':')
    .filter((place) => place.startsWith('/'))
    .join(':');

/** What comes with us lies outside the roots, and has to be there to be run: it is shown, and cannot be changed. */
const placesOf = (argv: readonly string[]): string[] => [
  ...new Set(argv.filter((word) => word.startsWith('/')).map((path) => dirname(path))),
];

async function sayHello(
  { root, connection }: Pick<LanguageServer, 'root' | 'connection'>,
  signal: AbortSignal,
): Promise<Json> {
  const uri = pathToFileURL(root).href;
  const hello = await connection.request(
    'initialize',
    {
      processId: null,
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'root' }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true, didChangeWatchedFiles: {} },
        window: { workDoneProgress: true },
        textDocument: {
          references: {},
          definition: { linkSupport: false },
          synchronization: {},
          publishDiagnostics: {},
          diagnostic: {},
        },
      },
    },
    signal,
  );
  connection.notify('initialized', {});
  const { capabilities } = (hello ?? {}) as Json; // Sound: what is taken from it is looked at.
  return (capabilities ?? {}) as Json;
}

/** The path of a file inside the root, from an address that the server wrote. */
export function fileIn(root: string, uri: unknown): string | undefined {
  if (typeof uri !== 'string' || !uri.startsWith('file:')) return undefined;
  try {
    const path = fileURLToPath(uri);
    return isInside(path, [root]) ? relative(root, path) : undefined;
  } catch {
    return undefined;
  }
}
