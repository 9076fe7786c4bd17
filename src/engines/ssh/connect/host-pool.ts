import { ToolError } from '../../../core/errors.ts';
import { SftpRequests } from '../sftp/requests.ts';
import { Sftp } from '../sftp/sftp.ts';
import { Worker } from '../shell/worker.ts';
import { NoMoreSessions, NoShell, type OpenChannel } from './channel.ts';
import type { Connection } from './connection.ts';
import type { ConnectionFacts } from './connection-log.ts';
import { unlessOver } from './unless-over.ts';

const MOST_CONNECTIONS = 3;
const MOST_WORKERS = 14;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;
const STUCK_MS = 5000;

interface PoolParts {
  readonly host: string;
  readonly connect: () => Promise<Connection>;
  readonly idleMs: number;
  /** A worker that was just opened tells what the machine has. */
  readonly onWorker: (worker: Worker) => void;
}

/** The connections to one host: workers for commands, one channel for files, closed when nobody uses them. */
export class HostPool {
  private readonly parts: PoolParts;
  private connections: Connection[] = [];
  private connecting: Promise<Connection> | undefined;
  private idle: Worker[] = [];
  private workers = 0;
  private readonly waiting: ((worker: Worker | undefined) => void)[] = [];
  private files: Promise<Sftp> | undefined;
  private users = 0;
  private idleTimer: NodeJS.Timeout | undefined;
  private facts: ConnectionFacts | undefined;
  private failures = 0;
  private failedAt = 0;
  /** A server that waits for a device answers nobody: after a call was given up, the next gets another channel. */
  private endIfStuck: () => void = () => {};

  constructor(parts: PoolParts) {
    this.parts = parts;
  }

  /** One that is logged in. */
  async connection(): Promise<Connection> {
    const alive = this.alive[0] ?? (await this.newConnection());
    await alive.ready;
    return alive;
  }

  /** Settles when the connection that is being made is there, or has failed. */
  async untilReady(): Promise<void> {
    await Promise.all(this.alive.map(({ ready }) => ready.catch(() => {})));
  }

  /** Which machine it was, and which key it showed. */
  get lastFacts(): ConnectionFacts | undefined {
    return this.facts;
  }

  /** Whether one is there already. */
  get isConnected(): boolean {
    return this.alive.length > 0 && this.failures === 0 && this.connecting === undefined;
  }

  async withWorker<T>(use: (worker: Worker) => Promise<T>, signal: AbortSignal): Promise<T> {
    this.begin();
    try {
      const worker = await unlessOver(this.takeWorker(), signal, (late) => this.giveBack(late));
      try {
        return await use(worker);
      } finally {
        this.giveBack(worker);
      }
    } finally {
      this.finish();
    }
  }

  async withSftp<T>(use: (sftp: Sftp) => Promise<T>, signal: AbortSignal): Promise<T> {
    this.begin();
    try {
      this.files ??= this.openSftp();
      const opening = this.files;
      opening.catch(() => {
        if (this.files === opening) this.files = undefined;
      });
      const sftp = await unlessOver(opening, signal);
      return await unlessOver(use(sftp), signal).catch((error: unknown) => {
        if (signal.aborted) this.endIfStuck();
        throw error;
      });
    } finally {
      this.finish();
    }
  }

  /** Keeps the connections from being closed, until what it answers is called. */
  hold(): () => void {
    this.begin();
    return () => this.finish();
  }

  async close(): Promise<void> {
    clearTimeout(this.idleTimer);
    const { connections } = this;
    this.connections = [];
    this.idle = [];
    this.files = undefined;
    await Promise.all(connections.map((connection) => connection.close()));
  }

  private get alive(): Connection[] {
    this.connections = this.connections.filter(({ isOver }) => !isOver);
    return this.connections;
  }

  private begin(): void {
    this.users++;
    clearTimeout(this.idleTimer);
  }

  private finish(): void {
    this.users--;
    if (this.users === 0) this.idleTimer = setTimeout(() => void this.close(), this.parts.idleMs).unref();
  }

  private async takeWorker(): Promise<Worker> {
    for (;;) {
      const free = this.idle.pop();
      if (free?.isUsable) return free;
      if (free) free.close();
      else if (this.workers < MOST_WORKERS) {
        const opened = await this.openWorker();
        if (opened) return opened;
      }
      // While one was being opened in vain, another may have come back: nobody would wake us for that one.
      if (this.workers === 0 || this.idle.length > 0) continue;
      const given = await new Promise<Worker | undefined>((resolve) => this.waiting.push(resolve));
      if (given) return given;
    }
  }

  /** Undefined where the server allows no more, and one of those there are has to do. */
  private async openWorker(): Promise<Worker | undefined> {
    this.workers++;
    try {
      const worker = await this.opening((openChannel) => Worker.open(openChannel));
      void worker.gone.then(() => {
        this.workers--;
        this.idle = this.idle.filter((other) => other !== worker);
        this.waiting.shift()?.(undefined);
      });
      this.parts.onWorker(worker);
      return worker;
    } catch (error) {
      this.workers--;
      // Those that wait could open none either, and would only wake the next: they wait for one that comes back.
      if (error instanceof NoMoreSessions && this.workers > 0) return undefined;
      this.waiting.shift()?.(undefined);
      if (error instanceof NoMoreSessions) throw noSessions(this.parts.host);
      throw error instanceof NoShell ? noShell(this.parts.host, error.message) : error;
    }
  }

  private giveBack(worker: Worker): void {
    if (!worker.isUsable) {
      worker.close();
      return;
    }
    const next = this.waiting.shift();
    if (next) next(worker);
    else this.idle.push(worker);
  }

  /** Where the server allows few channels, a worker makes room for it. */
  private async openSftp(): Promise<Sftp> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.opening((openChannel) => this.greetSftp(openChannel));
      } catch (error) {
        if (!(error instanceof NoMoreSessions)) throw error;
        if (this.workers === 0 || tries === MOST_CONNECTIONS) throw noSessions(this.parts.host);
        const worker =
          this.idle.pop() ?? (await new Promise<Worker | undefined>((resolve) => this.waiting.push(resolve)));
        worker?.close();
        await worker?.gone;
      }
    }
  }

  private async greetSftp(openChannel: OpenChannel): Promise<Sftp> {
    const requests = new SftpRequests((packet) => channel.stdin.write(packet));
    const channel = await openChannel('sftp', (_, piece) => requests.feed(piece));
    this.endIfStuck = () => {
      const { answers } = requests;
      const look = (): void => {
        if (requests.isWaiting && requests.answers === answers) channel.end();
      };
      setTimeout(look, STUCK_MS).unref();
    };
    channel.failed.catch((error: Error) => {
      requests.fail(error);
      this.files = undefined;
    });
    return Sftp.open(requests).catch((error: Error) => {
      channel.end();
      if (error instanceof ToolError || error instanceof NoMoreSessions) throw error;
      throw new ToolError('UNAVAILABLE', `${this.parts.host} offers no SFTP: ${error.message}`, {
        hint: 'Its sshd needs "Subsystem sftp", and start-up files of the account must print nothing.',
      });
    });
  }

  /** On a connection that has room; where the server allows fewer channels than we think, on another. */
  private async opening<T>(open: (openChannel: OpenChannel) => Promise<T>): Promise<T> {
    for (let losses = 0; ; ) {
      const connection = await this.connectionWithRoom();
      try {
        return await open((kind, onData) => connection.openChannel(kind, onData));
      } catch (error) {
        if (error instanceof NoMoreSessions) connection.limitChannels();
        else if (error instanceof NoShell) throw error;
        // It may have been lost while nobody used it; nothing was asked of it yet.
        else if (losses++ === 0) await connection.close();
        else throw error;
      }
    }
  }

  /** A channel of it is counted already. */
  private async connectionWithRoom(): Promise<Connection> {
    for (;;) {
      const connection = this.alive.find(({ hasRoom }) => hasRoom);
      if (connection) {
        connection.channels++;
        try {
          await connection.ready;
          return connection;
        } catch (error) {
          connection.channels--;
          throw error;
        }
      }
      // Each one would ask the person again.
      const most = this.alive.some(({ hasAsked }) => hasAsked) ? 1 : MOST_CONNECTIONS;
      if (this.alive.length >= most) throw new NoMoreSessions();
      await this.newConnection();
    }
  }

  private newConnection(): Promise<Connection> {
    this.connecting ??= this.connectAfterPause().finally(() => {
      this.connecting = undefined;
    });
    return this.connecting;
  }

  private async connectAfterPause(): Promise<Connection> {
    const pauseMs =
      this.failures === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (this.failures - 1), LONGEST_PAUSE_MS);
    const leftMs = this.failedAt + pauseMs * (0.75 + Math.random() / 4) - performance.now();
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
    const connection = await this.parts.connect();
    this.connections.push(connection);
    connection.ready.then(
      () => {
        this.failures = 0;
        this.facts = connection.facts;
      },
      () => {
        this.failures++;
        this.failedAt = performance.now();
      },
    );
    return connection;
  }
}

const noSessions = (host: string): ToolError =>
  new ToolError('UNAVAILABLE', `${host} allows no more sessions on its connections`, {
    hint: 'Try again when other calls are done; MaxSessions of its sshd says how many there can be.',
  });

const noShell = (host: string, said: string): ToolError =>
  new ToolError('UNAVAILABLE', `${host} runs no commands for this account${said && `; it said: ${said}`}`, {
    hint: 'Files may be reached all the same: acp_remote_list_files, acp_remote_read_file, acp_remote_write_file.',
  });
