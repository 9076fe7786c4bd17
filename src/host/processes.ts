import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Caller } from '../core/call/caller.ts';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import { socketDirectory } from '../core/path/socket-directory.ts';
import type { ProcessStore } from '../core/process/process-record.ts';
import { answerBody } from '../core/text/answer-body.ts';
import type { Processes, ProcessOwner } from '../engines/process/processes.ts';
import type { BackgroundFacts } from '../engines/process/table/background-parts.ts';
import { createProcesses } from '../engines/process/table/create-processes.ts';
import { createOverflow, type Overflow } from '../engines/process/table/overflow.ts';
import { type AttachRemote, ProcessTable } from '../engines/process/table/process-table.ts';
import type { StartAgain } from '../engines/process/table/start-again.ts';
import { watchOutput } from '../engines/process/table/watch-output.ts';
import { reachOf } from './surroundings.ts';
import type { TellSetAside } from './tell-set-aside.ts';

/** All processes of a host. */
export interface HostProcesses {
  /** The mark that children carry, so that what a dead host left running is found by the next. */
  readonly installation: string;
  of(owner: ProcessOwner): Processes;
  /** Takes in a process that runs on another machine. */
  readonly addRemote: ProcessTable['addRemote'];
  /** Keeps output that is too long for an answer. */
  readonly overflow: (makeFacts: () => BackgroundFacts) => Overflow;
  /** Refuses where a principal has as many as may be. */
  readonly assertRoom: ProcessTable['assertRoom'];
  /** The file of the program that reads what is typed into a process. */
  readerOf(principal: string, processId: string): string | undefined;
  /** Whether a session started a process, on this machine. */
  isOwnProcess(session: string, processId: string): boolean;
  /** Programs of agents that may change files in these directories, and run now. */
  writersIn(roots: readonly string[], except?: string): readonly string[];
  /** Ports of an agent's own servers that its commands do not reach unasked. */
  withheldPorts(agent: Pick<Caller, 'session' | 'principal' | 'client'>): Promise<readonly number[]>;
  /** Tells of what a process prints; answers how to stop. */
  watchOutput(principal: string, processId: string, onChange: () => void): () => void;
  /** Ends what a session left running, but for what was meant to stay. */
  endSession(session: string): void;
  /** Ends everything of those with this principal, session or client name. */
  endAgent(name: string): void;
  /** Processes that were started to stay start again when they end, as long as this host is there. */
  isWatching(): boolean;
  close(): Promise<void>;
}

interface Parts {
  readonly config: Config;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly store: ProcessStore;
  readonly log: Log;
  readonly attachRemote: AttachRemote;
  readonly startAgain: StartAgain;
  readonly tellSetAside: TellSetAside;
}

export function createHostProcesses({
  config,
  dataDir,
  env,
  store,
  log,
  attachRemote,
  startAgain,
  tellSetAside,
}: Parts): HostProcesses {
  const table = new ProcessTable({
    store,
    directory: join(dataDir, 'processes'),
    tmpDirectory: join(dataDir, 'tmp'),
    portDirectory: socketDirectory(dataDir, 'ports'),
    installation: hash('sha256', dataDir).slice(0, 16),
    maxRunning: config.limits.processes,
    place: {
      ...reachOf(dataDir, env, config),
      onSetAside: (names) => tellSetAside(undefined, names),
    },
    log,
    attachRemote,
    startAgain,
  });
  const { maxTimeoutMs } = config.shell;
  return {
    installation: table.installation,
    of: createProcesses({ table, maxTimeoutMs, answerBytes: answerBody(config.outputBudgetBytes) }),
    addRemote: (facts, attach) => table.addRemote(facts, attach),
    overflow: (makeFacts) => createOverflow(table, makeFacts),
    assertRoom: (owner) => table.assertRoom(owner),
    readerOf: (principal, processId) => table.reader(principal, processId),
    isOwnProcess: (session, processId) => table.isOwn(session, processId),
    writersIn: (roots, except) => table.writersIn(roots, except),
    withheldPorts: (agent) => table.ports.withheld(agent),
    watchOutput: (principal, processId, onChange) => watchOutput(table, principal, processId, onChange),
    endSession: (session) => void table.endSession(session),
    endAgent: (name) =>
      void table.endWhere(({ facts }) => [facts.principal, facts.session, facts.client].includes(name)),
    isWatching: () => table.isWatching,
    close: () => table.close(),
  };
}
