import { randomBytes } from 'node:crypto';
import { ToolError } from '../../../core/errors.ts';
import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import type { Stream } from '../../process/process.ts';
import type { Background } from '../../process/table/background.ts';
import type { BackgroundFacts } from '../../process/table/background-parts.ts';
import type { Overflow } from '../../process/table/overflow.ts';
import type { RemoteChild } from '../../process/table/process-table.ts';
import { initialOutput } from '../../process/table/read-output.ts';
import { absolutePath } from '../files/remote-place.ts';
import type { Machines, RemoteUser } from '../machines.ts';
import { runScript } from '../shell/run-script.ts';
import { attachJob } from './attach-job.ts';
import { startScript } from './job-script.ts';

export interface JobSpec {
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly inShell?: readonly string[] | undefined;
  readonly stdin?: string | undefined;
}

export interface StartedJob {
  readonly processId: string;
  readonly host: string;
  readonly cwd: string;
  readonly status: string;
  readonly initialOutput: string;
  readonly exitCode?: number | null;
}

/** The table that shows what runs in the background, here or elsewhere, and what ended lately. */
export interface JobTable {
  /** For output that is too long for an answer. */
  overflow(makeFacts: () => BackgroundFacts): Overflow;
  assertRoom(owner: Pick<RemoteUser, 'principal' | 'session'>): void;
  addRemote(
    facts: BackgroundFacts,
    attach: (onData: (stream: Stream, piece: Buffer) => void) => Promise<RemoteChild>,
  ): Promise<Background>;
}

/** Long enough to see a program fail at once. */
const FIRST_LOOK_MS = 700;
const INITIAL_LINES = 50;

/** Starts a command that goes on when the connection is gone; the process tools know it by its id. */
export async function startJob(
  machines: Machines,
  table: JobTable,
  user: RemoteUser,
  { host, spec }: { readonly host: string; readonly spec: JobSpec },
): Promise<StartedJob> {
  table.assertRoom(user);
  return machines.use(user, host, async (machine) => {
    const { signal } = user;
    const home = machine.home ?? (await machine.pool.withWorker(async ({ facts }) => facts.home, signal));
    const { name, root } = machine.host;
    const cwd = spec.cwd === undefined ? home : absolutePath(spec.cwd, { home, root });
    const { command, env = {}, inShell, stdin } = spec;
    const facts = remoteFacts(user, { command, cwd, host: name, isKept: true });
    const { id } = facts;
    const { status, stdout, stderr } = await runScript(
      machine,
      startScript({ id, command, cwd, env, inShell, stdin }),
      { signal },
    );
    const pid = Number(stdout.toString('utf8').split(' ')[0]);
    if (status !== 0 || !(pid > 0)) throw notStarted(name, cwd, status, stderr);
    const background = await table.addRemote(facts, async (onData) =>
      attachJob({ machine, id, pid, onData }),
    );
    await Promise.race([background.ended, new Promise((resolve) => setTimeout(resolve, FIRST_LOOK_MS))]);
    const info = await background.info();
    return {
      processId: id,
      host: name,
      cwd,
      status: info.status,
      initialOutput: initialOutput(background, INITIAL_LINES),
      ...(info.exitCode !== undefined && { exitCode: info.exitCode }),
    };
  });
}

interface RemoteCommandFacts extends Pick<BackgroundFacts, 'command' | 'cwd' | 'isKept'> {
  readonly host: string;
}

/** What the list of processes says of a command on another machine. */
export const remoteFacts = (
  user: RemoteUser,
  { command, cwd, host, isKept }: RemoteCommandFacts,
): BackgroundFacts => ({
  id: `bp_${randomBytes(4).toString('hex')}`,
  principal: user.principal,
  session: user.session,
  client: user.client,
  name: cutAtWord(command, 60),
  command,
  cwd,
  isKept,
  remoteHost: host,
  ...(user.hostOwner !== user.principal && { hostOwner: user.hostOwner }),
  sandbox: 'none',
  startedAt: new Date().toISOString(),
});

const notStarted = (host: string, cwd: string, status: number, stderr: string): ToolError =>
  status === 125
    ? new ToolError('NOT_FOUND', `${host} has no directory ${cwd} that its user may enter`, {
        hint: 'Give another cwd; nothing was executed.',
      })
    : new ToolError('EXEC_FAILED', `The command could not be started on ${host}: ${stderr.trim()}`, {
        hint: 'Jobs are kept below ~/.toolgate/jobs of the account; it must be writable.',
      });
