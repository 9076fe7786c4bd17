import { existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { ToolError } from '../../../core/errors.ts';
import { whenAborted } from '../../../core/timing/when-aborted.ts';
import { type Child, startChild } from '../../process/child/start-child.ts';
import type { Stream } from '../../process/process.ts';
import type { SshTarget } from '../hosts/ssh-target.ts';
import { type Channel, type ChannelKind, channelOf } from './channel.ts';
import { connectionFailure } from './connection-failure.ts';
import { type ConnectionFacts, readConnectionLog } from './connection-log.ts';
import { channelArgv, masterArgv, sftpChannel, shellChannel } from './ssh-command.ts';

/** sshd allows ten by default, and counts one that was closed for a moment longer. */
const CHANNELS = 8;
const RECOUNT_MS = 30_000;

export interface ConnectionParts {
  readonly target: SshTarget;
  readonly controlPath: string;
  readonly connectMs: number;
  readonly environment: () => Promise<Readonly<Record<string, string>>>;
  readonly installation: string;
  /** Fingerprints known_hosts has, for the words of a refusal. */
  readonly knownKeys: () => Promise<readonly string[]>;
  /** A person is being asked for a passphrase or code: the time to connect stands still. */
  readonly isAsking: () => boolean;
  readonly hasAsked: () => boolean;
}

/** One connection that is logged in, for as many channels as the server allows. */
export class Connection {
  /** Settles when channels can be opened; rejects with why not. */
  readonly ready: Promise<void>;
  /** Settles when it is over, before or after it was ready. */
  readonly over: Promise<void>;
  facts: ConnectionFacts = { offered: [], words: '' };
  /** Channels that are open or being opened. */
  channels = 0;
  isOver = false;
  private capacity = CHANNELS;
  private readonly parts: ConnectionParts;
  private readonly begun: Promise<Child>;

  constructor(parts: ConnectionParts) {
    this.parts = parts;
    const opened = Promise.withResolvers<void>();
    this.ready = opened.promise;
    this.ready.catch(() => {});
    this.begun = this.start(opened.resolve);
    this.over = this.watch(opened.reject);
  }

  get controlPath(): string {
    return this.parts.controlPath;
  }

  get hasRoom(): boolean {
    return !this.isOver && this.channels < this.capacity;
  }

  /** A person had to answer something before it was there. */
  get hasAsked(): boolean {
    return this.parts.hasAsked();
  }

  /** The server refused one more; it may allow more again when those that were closed are gone there too. */
  limitChannels(): void {
    this.capacity = this.channels;
    setTimeout(() => {
      this.capacity = CHANNELS;
    }, RECOUNT_MS).unref();
  }

  /** The caller has counted the channel before it opens one. */
  async openChannel(kind: ChannelKind, onData: (stream: Stream, piece: Buffer) => void): Promise<Channel> {
    const { controlPath, environment, installation, target } = this.parts;
    const child = await startChild({
      argv: channelArgv(controlPath, kind === 'sftp' ? sftpChannel : shellChannel),
      cwd: homedir(),
      env: await environment(),
      stdin: 'open',
      isSandboxed: false,
      isReader: true,
      installation,
      onData: (stream, piece) => {
        if (kind === 'sftp' && stream === 'stderr') channel?.noteComplaint(piece);
        else onData(stream, piece);
      },
    });
    const channel: Channel | undefined = channelOf(child, (complaint) => this.lost(complaint, target.name));
    // What a machine answers is for it to say; what cannot be read ends the channel and nothing else.
    whenAborted(child.failed, () => {
      const { message } = child.failed.reason as Error;
      channel.noteComplaint(Buffer.from(`what it answers cannot be read: ${message}`));
      channel.end();
    });
    void child.ended.then(() => this.channels--);
    return channel;
  }

  async close(): Promise<void> {
    this.isOver = true;
    await (await this.begun.catch(() => undefined))?.end(0);
    await this.over;
  }

  private lost(complaint: string, host: string): Error {
    return new ToolError(
      'UNAVAILABLE',
      `The connection to ${host} was lost${complaint && `: ${complaint}`}`,
      {
        hint: 'Try again; Toolgate connects again.',
      },
    );
  }

  private async start(onReady: () => void): Promise<Child> {
    const { target, controlPath, connectMs, environment, installation } = this.parts;
    rmSync(controlPath, { force: true });
    const log = readConnectionLog(controlPath, onReady);
    this.facts = log.facts;
    const connectSeconds = Math.max(1, Math.ceil(connectMs / 1000));
    return startChild({
      argv: masterArgv(target, { controlPath, connectSeconds }),
      cwd: homedir(),
      env: await environment(),
      stdin: 'open',
      isSandboxed: false,
      isReader: true,
      installation,
      onData: (stream, piece) => stream === 'stderr' && log.feed(piece),
    });
  }

  private async watch(fail: (error: unknown) => void): Promise<void> {
    const startedAt = performance.now();
    try {
      const child = await this.begun;
      const clock = this.limitLogin(child);
      await child.ended;
      clearInterval(clock);
      const afterMs = performance.now() - startedAt;
      const known = await this.parts.knownKeys().catch(() => []);
      this.isOver = true;
      fail(connectionFailure({ host: this.parts.target.name, facts: this.facts, afterMs, known }));
    } catch (error) {
      this.isOver = true;
      fail(error);
    }
    rmSync(this.parts.controlPath, { force: true });
  }

  /** ssh limits the way to the server; a server that then says nothing more would hold everybody up. */
  private limitLogin(child: Child): NodeJS.Timeout {
    let leftMs = this.parts.connectMs + 2000;
    const clock = setInterval(() => {
      if (existsSync(this.parts.controlPath)) return clearInterval(clock);
      if (!this.parts.isAsking()) leftMs -= 250;
      if (leftMs > 0) return;
      this.facts.words += 'Login timed out\n';
      clearInterval(clock);
      void child.end(0);
    }, 250);
    return clock;
  }
}
