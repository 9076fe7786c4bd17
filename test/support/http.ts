import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { readAudit } from './audit-file.ts';
import { BIN, until } from './program.ts';

/** Fixtures beside real tools: with this mix a token is needed. */
export const MIXED_PACKS = ['--pack', 'conformance,filesystem,ci,gate'];

interface ServeOptions {
  /** False: no directory is opened by a flag. */
  readonly hasRoot?: boolean;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The place of an earlier start, to start on its data again. */
  readonly place?: Place;
}

/** Directories of one server: nothing of the user's own is read or written. */
export interface Place {
  readonly home: string;
  readonly dataDir: string;
  /** The directory that is open to tools. */
  readonly root: string;
}

export interface Serve extends Place {
  /** http://127.0.0.1:port */
  readonly address: string;
  readonly port: number;
  /** The token that was printed; empty where none was. */
  readonly token: string;
  readonly stderr: () => string;
  /** Ends it as Ctrl-C does and answers its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `toolgate serve` on a free port; it is ended with the test. */
export async function startServe(options: ServeOptions = {}): Promise<Serve> {
  const place = options.place ?? makePlace((remove) => onTestFinished(remove));
  const serve = await launch({ ...options, place });
  onTestFinished(async () => void (await serve.stop()));
  return serve;
}

/** One server for all tests of a file. */
export function serveForFile(options: () => Omit<ServeOptions, 'place'> = () => ({})): () => Serve {
  let serve: Serve | undefined;
  let remove = () => {};
  beforeAll(async () => {
    serve = await launch({ ...options(), place: makePlace((end) => (remove = end)) });
  });
  afterAll(async () => {
    await serve?.stop();
    remove();
  });
  return () => {
    if (!serve) throw new Error('The server is started before the tests, not while they are collected');
    return serve;
  };
}

function makePlace(onEnd: (remove: () => void) => void): Place {
  const base = mkdtempSync(join(tmpdir(), 'tg-http-'));
  onEnd(() => rmSync(base, { recursive: true, force: true }));
  // The directory that commands of this user find by themselves, so that messages need not name it.
  const home = join(base, 'home');
  const place = { home, dataDir: join(home, '.toolgate'), root: join(base, 'root') };
  for (const directory of [place.home, place.root]) mkdirSync(directory);
  return place;
}

const environment = ({ home }: Place, more: Readonly<Record<string, string>> = {}) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TOOLGATE_'))),
  HOME: home,
  ...more,
});

async function launch({
  args = MIXED_PACKS,
  env,
  place,
  hasRoot = true,
}: ServeOptions & { readonly place: Place }): Promise<Serve> {
  const own = [
    'serve',
    '--port',
    '0',
    '--data-dir',
    place.dataDir,
    ...(hasRoot ? ['--root', place.root] : []),
  ];
  const child = spawn(process.execPath, [BIN, ...own, ...args], {
    cwd: place.home,
    env: environment(place, env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const stderr = () => said.join('');
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const hasStarted = () => stderr().includes('Stop with Ctrl-C.');
  await until('the server to start or to give up', () => hasStarted() || child.exitCode !== null).catch(() =>
    child.kill('SIGKILL'),
  );
  if (!hasStarted()) throw new Error(`The server did not start: ${stderr()}`);
  const address = /^MCP is served at (.+)\/mcp$/m.exec(stderr())?.[1] ?? '';
  const stop = async (): Promise<number | null> => {
    child.kill('SIGINT');
    const lastWord = setTimeout(() => child.kill('SIGKILL'), 5000);
    return exit.finally(() => clearTimeout(lastWord));
  };
  return {
    ...place,
    address,
    port: Number(new URL(address).port),
    token: /^Token: (\S+)$/m.exec(stderr())?.[1] ?? '',
    stderr,
    stop,
  };
}

/** Another command of the program, on the data of this server. */
export function toolgate(place: Place, ...words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = [BIN, ...words, '--data-dir', place.dataDir];
    execFile(process.execPath, args, { env: environment(place), cwd: place.home }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
}

export async function createToken(place: Place, name: string, ...flags: readonly string[]): Promise<string> {
  const [secret = ''] = (await toolgate(place, 'tokens', 'create', name, ...flags)).split('\n');
  return secret;
}

interface Question {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

/** One request on a connection of its own, with exactly these headers. */
export function ask({ port }: Pick<Serve, 'port'>, question: Question = {}): Promise<Reply> {
  const { path = '/mcp', method = 'GET', headers = {}, body } = question;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      text(response).then((body) => {
        const isJson = body !== '' && response.headers['content-type'] === 'application/json';
        const status = response.statusCode ?? 0;
        resolve({
          status,
          headers: response.headers,
          text: body,
          json: isJson ? JSON.parse(body) : undefined,
        });
      }, reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

interface AuditRow {
  readonly kind: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The record as it stands in the file, oldest first. */
export const auditRows = ({ dataDir }: Place): AuditRow[] =>
  readAudit(dataDir).map(({ kind, body }) => ({ kind, body }));
