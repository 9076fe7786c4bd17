import { setTimeout } from 'node:timers/promises';
import type { ProcessRecord, ProcessStatus } from '../../../core/process/process-record.ts';
import type { OwnListener } from '../../sandbox/ports/own-ports.ts';
import { sightOf } from '../../sandbox/ports/sight.ts';
import type { TestReport } from '../../test-reports/report.ts';
import { readBootId } from '../child/proc-files.ts';
import { type Child, type ChildEnd, UNSEEN_END } from '../child/start-child.ts';
import type { ProcessInfo } from '../process.ts';
import type { BackgroundFacts, BackgroundParts } from './background-parts.ts';
import { createLineLog, type LineLog } from './line-log.ts';
import { addressIn, listenersOf, listeningPorts } from './ports.ts';
import { readerOf } from './reader.ts';
import { type Again, whyNotAgain } from './start-again.ts';

const MOST_RESTARTS = 20;
const LONGEST_PAUSE_MS = 30_000;

/** A process that nobody waits for, from its start to its last restart's end. */
export class Background {
  readonly facts: BackgroundFacts;
  readonly log: LineLog;
  private readonly parts: BackgroundParts;
  private readonly isReady = Promise.withResolvers<void>();
  private readonly isEnded = Promise.withResolvers<void>();
  private readonly unwanted = new AbortController();
  private isStopping = false;
  private isReleased = false;
  /** Not between two starts. */
  private isUp = false;
  private launching: Promise<void> | undefined;
  private child: Child | undefined;
  private status: ProcessStatus;
  private url: string | undefined;
  private end: Pick<ProcessRecord, 'endedAt' | 'exitCode' | 'signal'> = {
    endedAt: null,
    exitCode: null,
    signal: null,
  };
  private restarts: number;
  private notRestarted: string | undefined;
  private report: TestReport | undefined;

  constructor(parts: BackgroundParts) {
    this.parts = parts;
    this.facts = parts.facts;
    this.restarts = parts.restarts ?? 0;
    this.status = 'starting';
    this.log = createLineLog({
      ...(parts.logPath !== undefined && { path: parts.logPath }),
      onLine: (text) => this.see(text),
    });
  }

  /** Fails where the program cannot be started at all. */
  start(): Promise<void> {
    return this.launchOnce();
  }

  private launchOnce(again?: Again): Promise<void> {
    this.launching = this.launch(again);
    return this.launching;
  }

  /** Settles when it is ready, or has ended. */
  get ready(): Promise<void> {
    return this.isReady.promise;
  }

  /** Settles when it has ended for good, with everything it started. */
  get ended(): Promise<void> {
    return this.isEnded.promise;
  }

  get isRunning(): boolean {
    return this.end.endedAt === null;
  }

  /** It was started to stay, and to start again when it ends: somebody has to be there for that. */
  get isWatched(): boolean {
    return this.isRunning && this.parts.relaunch !== undefined;
  }

  /** Of a test run that has ended. */
  get tests(): TestReport | undefined {
    return this.report;
  }

  /** How it goes, or went. */
  get state(): Pick<ProcessInfo, 'status' | 'exitCode' | 'endedAt'> {
    const { endedAt, exitCode } = this.end;
    return { status: this.status, ...(endedAt !== null && { endedAt, exitCode }) };
  }

  async info(): Promise<ProcessInfo> {
    const { id, name, command, cwd, startedAt, isKept, remoteHost, sandbox } = this.facts;
    const isHere = this.isRunning && remoteHost === undefined;
    const ports = isHere ? await listeningPorts(this.running.root) : [];
    const { signal } = this.end;
    return {
      processId: id,
      name,
      command,
      cwd,
      pid: this.running.root.pid,
      startedAt,
      ...this.state,
      ...(signal !== null && { signal }),
      ...(remoteHost !== undefined && { host: remoteHost }),
      ports: this.isRunning ? ports : [],
      ...(this.url !== undefined && { url: this.url }),
      restarts: this.restarts,
      ...(this.notRestarted !== undefined && { notRestarted: this.notRestarted }),
      keepAlive: isKept,
      sandbox,
    };
  }

  /** Where it can be connected to now. */
  async listeners(): Promise<readonly OwnListener[]> {
    if (!this.isUp || this.facts.remoteHost !== undefined) return [];
    const { seen } = this.parts;
    const shown = { sight: sightOf(this.facts.sandbox, seen), seen };
    return (await listenersOf(this.running.root)).map((listener) => ({ ...listener, ...shown }));
  }

  record(): ProcessRecord {
    const { pid, startTicks, marker, first } = this.running.root;
    const { status, restarts, notRestarted, end, facts, report } = this;
    const relaunch = this.isRunning && !this.isStopping ? this.parts.relaunch : undefined;
    return {
      ...facts,
      ...end,
      pid,
      startTicks,
      marker,
      ...(first && { first }),
      bootId: readBootId(),
      status,
      restarts,
      ...(notRestarted !== undefined && { notRestarted }),
      ...(relaunch && { relaunch }),
      ...(report && { tests: report }),
    };
  }

  /** False where it has no open input. */
  send(text: string, { pressEnter }: { readonly pressEnter: boolean }): boolean {
    const input = this.isUp ? this.child?.input : null;
    input?.write(pressEnter ? text + input.enter : text);
    return input != null;
  }

  /** The file of the program that reads what is sent. */
  reader(): string | undefined {
    return this.isUp && this.child ? readerOf(this.child.root) : undefined;
  }

  async stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    this.unwanted.abort();
    // Before it ends: should this host die now, the next one must not start it again.
    if (this.parts.relaunch && this.isRunning) this.parts.onChange(this);
    await this.launched();
    await this.running.end(graceMs);
    await this.ended;
  }

  /** The next host looks after it from now on. */
  async release(): Promise<void> {
    this.isReleased = true;
    this.unwanted.abort();
    await this.launched();
    // Two hosts must not both read, and shorten, what it writes.
    if (this.isRunning) this.parts.onEnd?.();
  }

  /** What is being started again can be ended only once it runs. */
  private async launched(): Promise<void> {
    // The caller hears of a failure.
    await this.launching?.catch(() => {});
  }

  private async launch(again?: Again): Promise<void> {
    this.child = await this.parts.start((stream, chunk) => {
      this.log.add(stream, chunk);
      // A prompt says as well that a program is ready, and no line end follows it.
      const prompt = this.status === 'starting' ? this.log.prompt() : '';
      if (prompt !== '' && !this.parts.isEcho?.(prompt)) this.noteReady(prompt);
    }, again);
    if (again) this.restarts = again.restarts;
    this.isUp = true;
    if (!this.parts.readyPattern) this.status = 'running';
    void this.watch(this.child);
    this.parts.onChange(this);
  }

  private get running(): Child {
    if (!this.child) throw new Error('It has not been started');
    return this.child;
  }

  private see(line: string): void {
    if (this.parts.isEcho?.(line)) return;
    this.url ??= addressIn(line);
    this.noteReady(line);
  }

  private noteReady(line: string): void {
    if (this.status !== 'starting') return;
    this.parts.readyPattern?.(line, () => {
      if (this.status !== 'starting') return;
      this.status = 'running';
      this.isReady.resolve();
    });
  }

  private async watch(child: Child): Promise<void> {
    const end = await child.ended.catch(() => UNSEEN_END);
    this.isUp = false;
    if (this.isReleased) return;
    if (!this.mayRestart(end)) return this.finish(end);
    this.status = 'starting';
    this.url = undefined;
    const pauseMs = Math.min(1000 * 2 ** this.restarts, LONGEST_PAUSE_MS);
    const { signal } = this.unwanted;
    await setTimeout(pauseMs, undefined, { ref: false, signal }).catch(() => {});
    if (this.isReleased) return;
    if (this.isStopping) return this.finish(end);
    const again = { processId: this.facts.id, restarts: this.restarts + 1, signal };
    await this.launchOnce(again).then(
      () => {},
      (error: unknown) => this.stayDown(error, end),
    );
  }

  /** A program that may not, or cannot, be started any more has failed like one that ended. */
  private async stayDown(error: unknown, end: ChildEnd): Promise<void> {
    if (this.isReleased) return;
    if (!this.isStopping) {
      this.notRestarted = whyNotAgain(error);
      const words = `\n${this.notRestarted}\n`;
      if (this.parts.tell) await this.parts.tell(words);
      else this.log.add('stderr', Buffer.from(words));
    }
    this.finish(end);
  }

  private mayRestart({ exitCode }: ChildEnd): boolean {
    const { restart = 'never' } = this.parts;
    if (this.isStopping || restart === 'never' || this.restarts >= MOST_RESTARTS) return false;
    return restart === 'always' || exitCode !== 0;
  }

  private readReport(): TestReport | undefined {
    try {
      return this.parts.readReport?.();
    } catch {
      // The process has ended all the same; what it printed is there.
      return undefined;
    }
  }

  private finish({ exitCode, signal }: ChildEnd): void {
    this.end = { exitCode, signal, endedAt: new Date().toISOString() };
    const isDone = exitCode === 0 && this.notRestarted === undefined;
    this.status = this.isStopping ? 'stopped' : isDone ? 'completed' : 'failed';
    this.parts.onEnd?.();
    this.log.end();
    this.report = this.readReport();
    this.parts.onChange(this);
    this.isReady.resolve();
    this.isEnded.resolve();
  }
}
