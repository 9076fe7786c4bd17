import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '../../../core/call/caller.ts';
import { PER_USER } from '../../../core/call/per-user.ts';
import type { StartedCall } from '../../../core/call/started-call.ts';
import { ToolError } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { ProcessRecord, ProcessStore } from '../../../core/process/process-record.ts';
import { createSessionTmp, type SessionTmp } from '../../sandbox/machine/session-tmp.ts';
import { createPortSockets, type PortSockets } from '../../sandbox/ports/own-ports.ts';
import type { Child } from '../child/start-child.ts';
import { GRACE_MS } from '../child/start-run.ts';
import type { OwnReach, ProcessInfo, Stream } from '../process.ts';
import type { ProcessOwner } from '../processes.ts';
import { Background } from './background.ts';
import type { BackgroundFacts } from './background-parts.ts';
import { noProcess } from './in-sight.ts';
import { type LinePage, type PageWanted, pagesOfFile, pagesOfOutputs } from './line-page.ts';
import { shortenOutput } from './output-files.ts';
import { infoOf, isOf } from './record-facts.ts';
import { createRunningWriters, writingIn } from './running-writers.ts';
import type { Again, StartAgain } from './start-again.ts';
import { lookAfterEarlierRuns, takeInEarlier } from './take-in-earlier.ts';

/** Ended processes of a principal whose output can still be read. */
const MOST_ENDED = 50;

interface TableParts {
  readonly store: ProcessStore;
  readonly directory: string;
  /** Names this data directory in the environment of every child. */
  readonly installation: string;
  /** Background processes of one agent that run at the same time. */
  readonly maxRunning: number;
  /** What children may reach, but for the roots of their caller. */
  readonly place: OwnReach;
  /** Where agents have a /tmp each. */
  readonly tmpDirectory: string;
  /** Where their ports are, as sockets; its path is short enough for one. */
  readonly portDirectory: string;
  readonly log: Log;
  /** Asked before a process is started again. */
  readonly startAgain: StartAgain;
  /** Follows a process on another machine that an earlier host started. */
  readonly attachRemote?: AttachRemote;
}

export type OnData = (stream: Stream, chunk: Buffer) => void;

/** A process on another machine, which goes on when it is let go; `caughtUp`: what it printed before is known. */
export type RemoteChild = Child & { release(): void; readonly caughtUp: Promise<void> };
export type AttachRemote = (record: ProcessRecord, onData: OnData) => Promise<RemoteChild>;

/** Everything that runs in the background, and what ended lately, also under an earlier host. */
export class ProcessTable {
  readonly installation: string;
  readonly place: OwnReach;
  readonly tmp: SessionTmp;
  readonly ports: PortSockets;
  readonly writers = createRunningWriters();
  private readonly parts: TableParts;
  private readonly running = new Map<string, Background>();
  private readonly past = new Map<string, ProcessRecord>();
  private readonly recovered: Promise<void>;
  private readonly caughtUp = new WeakMap<Background | ProcessRecord, Promise<void>>();

  constructor(parts: TableParts) {
    this.parts = parts;
    this.installation = parts.installation;
    this.place = parts.place;
    this.tmp = createSessionTmp(parts.tmpDirectory);
    this.ports = createPortSockets(parts.portDirectory, async (agent) => {
      const own = [...this.running.values()].filter((each) => each.isRunning && isOf(each.facts, agent));
      const listeners = await Promise.all(own.map((each) => each.listeners()));
      return listeners.flat().filter(({ isReachable }) => isReachable);
    });
    mkdirSync(parts.directory, { recursive: true, mode: 0o700 });
    // Before anything of this host is written down. The rest comes after the start: nobody waits for it yet.
    const records = parts.store.list();
    this.recovered = new Promise((resolve) => setImmediate(() => resolve(this.recover(records))));
  }

  /** Where a process writes, or is written down. */
  path = (id: string, what: 'log' | 'stdout' | 'stderr'): string =>
    join(this.parts.directory, `${id}.${what}`);

  /** Fails where it may not be started again. */
  async startAgain(
    call: StartedCall | undefined,
    again: Again,
    start: (owner: ProcessOwner) => Promise<Child>,
  ): Promise<Child> {
    if (!call) throw new Error('Nobody knows which call started it');
    return this.parts.startAgain(call, again, start);
  }

  /** Takes in a process that was just started. */
  add(background: Background): void {
    this.running.set(background.facts.id, background);
  }

  /** Takes in a process that runs on another machine; it goes on when this host leaves. */
  async addRemote(
    facts: BackgroundFacts,
    attach: (onData: OnData) => Promise<RemoteChild>,
  ): Promise<Background> {
    let child: RemoteChild | undefined;
    const background = new Background({
      facts,
      logPath: this.path(facts.id, 'log'),
      start: async (onData) => {
        child = await attach(onData);
        return child;
      },
      onChange: this.onChange,
      onEnd: () => child?.release(),
    });
    await background.start();
    if (child) this.caughtUp.set(background, child.caughtUp);
    this.add(background);
    return background;
  }

  /** Takes in a process that has ended, for the sake of what it printed. */
  addEnded(record: ProcessRecord): void {
    this.past.set(record.id, record);
    this.save(record);
    this.forgetOldest(record.principal);
  }

  /** Takes in a process that has ended under an earlier host, or without one. */
  async addPast(record: ProcessRecord, { isNew }: { readonly isNew: boolean }): Promise<void> {
    this.past.set(record.id, record);
    if (isNew) this.save(record);
    await this.shorten(record.id);
  }

  /** What it prints is not read any more, and it goes on. */
  noteUnread(id: string, error: unknown): void {
    this.parts.log.warn('the output of a kept process cannot be read on', { id, error });
  }

  /** Refuses where as many run as may. */
  assertRoom({ principal, session }: Pick<Caller, 'principal' | 'session'>): void {
    const { maxRunning } = this.parts;
    const ofUser = this.ofPrincipal(principal).filter(({ isRunning }) => isRunning);
    const { length: count } = ofUser.filter(({ facts }) => facts.session === session);
    if (count < maxRunning && ofUser.length < maxRunning * PER_USER) return;
    const running =
      count < maxRunning ? `All agents of this user have ${ofUser.length}` : `This agent has ${count}`;
    throw new ToolError('RATE_LIMITED', `${running} background processes running, which is the limit`, {
      hint: 'Stop one with stop_background_process; list_background_processes shows them.',
    });
  }

  async list(principal: string): Promise<ProcessInfo[]> {
    await this.recovered;
    const past = [...this.past.values()].filter((record) => record.principal === principal).map(infoOf);
    return Promise.all([...past, ...this.ofPrincipal(principal).map((background) => background.info())]);
  }

  /** A process this host watches, or what an earlier one wrote down of it. */
  async find(
    { principal, isAdmin = false }: Pick<Caller, 'principal' | 'isAdmin'>,
    id: string,
  ): Promise<Background | ProcessRecord> {
    await this.recovered;
    const found = this.running.get(id) ?? this.past.get(id);
    const owner = found instanceof Background ? found.facts.principal : found?.principal;
    if (found && (isAdmin || owner === principal)) {
      await this.caughtUp.get(found);
      return found;
    }
    throw noProcess(id);
  }

  /** The file of the program that reads what is typed into a process of this principal. */
  reader(principal: string, id: string): string | undefined {
    const found = this.running.get(id);
    return found?.facts.principal === principal ? found.reader() : undefined;
  }

  /** Whether a session started a process, on this machine. */
  isOwn(session: string, id: string): boolean {
    const facts = this.running.get(id)?.facts;
    return facts?.session === session && facts.remoteHost === undefined;
  }

  /** Programs of agents that may change files in these directories, and run now; a process that starts again is none. */
  writersIn = (roots: readonly string[], except?: string): readonly string[] => {
    const others = [...this.running.values()].filter(({ facts }) => facts.id !== except);
    return [...this.writers.in(roots), ...writingIn(others, roots)];
  };

  /** To ask for pages of what it printed; files are read once for all of them. */
  pages(of: Background | ProcessRecord): (wanted: PageWanted) => LinePage {
    if (of instanceof Background) return (wanted) => of.log.page(wanted);
    const path = this.path(of.id, 'log');
    return existsSync(path) ? pagesOfFile(path) : pagesOfOutputs(this.outputs(of.id));
  }

  /** Where a kept process writes. */
  outputs(id: string): Readonly<Record<Stream, string>> {
    return { stdout: this.path(id, 'stdout'), stderr: this.path(id, 'stderr') };
  }

  onChange = (background: Background): void => {
    this.save(background.record());
    if (background.isRunning) return;
    if (background.facts.isKept) void this.shorten(background.facts.id);
    this.forgetOldest(background.facts.principal);
  };

  /** The agent is gone, and with it whatever was not meant to stay. */
  endWhere(fits: (background: Background) => boolean): Promise<unknown> {
    const leaving = [...this.running.values()].filter((each) => each.isRunning && fits(each));
    return Promise.all(leaving.map((background) => background.stop(GRACE_MS)));
  }

  /** The same for an agent, whose /tmp goes with it unless something it started stays. */
  async endSession(session: string): Promise<void> {
    await this.endWhere(({ facts }) => !facts.isKept && facts.session === session);
    const stays = [...this.running.values()].some((each) => each.isRunning && each.facts.session === session);
    if (!stays) this.tmp.remove(session);
    this.ports.remove(session);
  }

  /** Some of it starts again when it ends, and nobody else would do that. */
  get isWatching(): boolean {
    return [...this.running.values()].some(({ isWatched }) => isWatched);
  }

  async close(): Promise<void> {
    await this.recovered;
    this.ports.close();
    await this.endWhere(({ facts }) => !facts.isKept);
    await Promise.all([...this.running.values()].map((background) => background.release()));
  }

  private save(record: ProcessRecord): void {
    try {
      this.parts.store.save(record);
    } catch (error) {
      this.parts.log.warn('a background process could not be written down', { error });
    }
  }

  /** What it printed into its files may be as long as its limit. */
  private async shorten(id: string): Promise<void> {
    try {
      await Promise.all(Object.values(this.outputs(id)).map(shortenOutput));
    } catch (error) {
      this.parts.log.warn('the output of an ended process could not be shortened', { id, error });
    }
  }

  private async recover(records: readonly ProcessRecord[]): Promise<void> {
    const { log, attachRemote } = this.parts;
    try {
      await takeInEarlier({ table: this, records, log, attachRemote });
      this.tmp.keepOnly([...this.running.values()].map(({ facts }) => facts.session));
    } catch (error) {
      log.warn('processes of an earlier host could not be looked after', { error });
    }
    void lookAfterEarlierRuns(this, [...this.running.values()], log);
  }

  private ofPrincipal = (principal: string): Background[] =>
    [...this.running.values()].filter(({ facts }) => facts.principal === principal);

  private forgetOldest(principal: string): void {
    const ended = [
      ...[...this.past.values()].filter((record) => record.principal === principal).map(({ id }) => id),
      ...this.ofPrincipal(principal).flatMap(({ isRunning, facts }) => (isRunning ? [] : [facts.id])),
    ];
    for (const id of ended.slice(0, -MOST_ENDED)) {
      this.running.delete(id);
      this.past.delete(id);
      this.parts.store.remove(id);
      for (const what of ['log', 'stdout', 'stderr'] as const) rmSync(this.path(id, what), { force: true });
    }
  }
}
