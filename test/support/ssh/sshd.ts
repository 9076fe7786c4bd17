import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real sshd on a free port of this machine, with keys and configuration of its own. */
export interface Sshd {
  readonly port: number;
  readonly directory: string;
  /** A private key that every account lets in. */
  readonly identity: string;
  /** SHA256:... */
  readonly fingerprint: string;
  /** What known_hosts has to say. */
  readonly knownHost: string;
  /** Pids of the processes of sshd that serve sessions. */
  sessions(): number[];
  log(): string;
  /** Ends the server; sessions that are open live on. */
  stopListening(): Promise<void>;
  /** Ends the server and every session, without a word to the clients. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const SSHD = '/usr/sbin/sshd';

export interface SshdOptions {
  /** Lines of sshd_config, before the usual ones: the first of a kind counts. */
  readonly config?: readonly string[];
  readonly hostKeyType?: 'ed25519' | 'ecdsa' | 'rsa';
}

export async function startSshd({ config = [], hostKeyType = 'ed25519' }: SshdOptions = {}): Promise<Sshd> {
  const directory = mkdtempSync(join(tmpdir(), 'tg-sshd-'));
  // Other accounts have to read the keys that let them in.
  chmodSync(directory, 0o755);
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const [hostKey, identity] = [join(directory, 'host'), join(directory, 'id')];
  makeKey(hostKey, hostKeyType);
  makeKey(identity, 'ed25519');
  copyFileSync(`${identity}.pub`, join(directory, 'authorized_keys'));
  chmodSync(join(directory, 'authorized_keys'), 0o644);
  const port = await freePort();
  writeFileSync(join(directory, 'sshd_config'), [...config, ...settings(directory, port), ''].join('\n'));
  let child: ChildProcess | undefined;
  let log = '';
  const start = async (): Promise<void> => {
    const started = spawn(SSHD, ['-D', '-e', '-f', join(directory, 'sshd_config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    started.stderr.on('data', (piece: Buffer) => (log += piece.toString()));
    child = started;
    await listening(port, () => log);
  };
  const stopListening = async (): Promise<void> => {
    const ending = child;
    child = undefined;
    ending?.kill('SIGKILL');
    if (ending && ending.exitCode === null && ending.signalCode === null)
      await new Promise((resolve) => ending.once('exit', resolve));
  };
  const kill = async (): Promise<void> => {
    const sessions = child?.pid === undefined ? [] : descendantsOf(child.pid, 'sshd');
    await stopListening();
    for (const pid of sessions) endProcess(pid);
  };
  await start();
  return {
    port,
    directory,
    identity,
    fingerprint: fingerprintOf(`${hostKey}.pub`),
    knownHost: `[127.0.0.1]:${port} ${readFileSync(`${hostKey}.pub`, 'utf8').split(' ').slice(0, 2).join(' ')}`,
    sessions: () => (child?.pid === undefined ? [] : descendantsOf(child.pid, 'sshd')),
    log: () => log,
    stopListening,
    kill,
    start,
    close: async () => {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export const fingerprintOf = (publicKey: string): string =>
  execFileSync('ssh-keygen', ['-lf', publicKey], { encoding: 'utf8' }).split(' ')[1] ?? '';

export function makeKey(path: string, type: string, passphrase = ''): void {
  for (const file of [path, `${path}.pub`]) rmSync(file, { force: true });
  execFileSync('ssh-keygen', ['-q', '-t', type, '-N', passphrase, '-f', path]);
}

const settings = (directory: string, port: number): string[] => [
  `Port ${port}`,
  'ListenAddress 127.0.0.1',
  `HostKey ${join(directory, 'host')}`,
  'PidFile none',
  `AuthorizedKeysFile ${join(directory, 'authorized_keys')}`,
  'StrictModes no',
  'UsePAM no',
  'PasswordAuthentication no',
  'KbdInteractiveAuthentication no',
  'PermitRootLogin prohibit-password',
  'AllowTcpForwarding yes',
  'MaxStartups 200:30:400',
  'MaxSessions 10',
  'UseDNS no',
  'PrintMotd no',
  'Subsystem sftp internal-sftp',
];

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Not with the help of tests: benchmarks start it, too. */
async function listening(port: number, log: () => string): Promise<void> {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; ) {
    if (await isOpen(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`sshd does not listen: ${log()}`);
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

/** Processes below one, by name; each session of sshd is one. */
function descendantsOf(pid: number, name?: string): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  const children = stdout
    .split('\n')
    .map(Number)
    .filter((one) => one > 0);
  return children
    .flatMap((child) => [child, ...descendantsOf(child)])
    .filter((one) => name === undefined || nameOf(one) === name);
}

const nameOf = (pid: number): string => {
  const path = `/proc/${pid}/comm`;
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
};

export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
