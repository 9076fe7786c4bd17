import { randomBytes } from 'node:crypto';
import type { Caller } from '../../../core/call/caller.ts';
import { ToolError } from '../../../core/errors.ts';
import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import { sightOf } from '../../sandbox/ports/sight.ts';
import { runProcess } from '../child/run-process.ts';
import { GRACE_MS } from '../child/start-run.ts';
import type { ProcessSpec, Reach } from '../process.ts';
import type { Processes, ProcessOwner } from '../processes.ts';
import { Background, type BackgroundFacts } from './background.ts';
import { isInSight, noProcess } from './in-sight.ts';
import type { ProcessTable } from './process-table.ts';
import { type Found, infoOfFound, readOutput } from './read-output.ts';
import { runOrLetGo } from './run-or-let-go.ts';

const ANSWER_MS = 400;
/** An echo and its answer come in pieces; after so long without one, that was all. */
const QUIET_MS = 200;
/** Of a program that talks on and on, so much is seen. */
const LONGEST_ANSWER_MS = 1500;
const STEP_MAX_MS = 3_600_000;

type Keys = { readonly pressEnter: boolean };

interface ProcessParts {
  readonly table: ProcessTable;
  readonly maxTimeoutMs: number;
  /** What an answer holds of the output of a program. */
  readonly answerBytes: number;
}

/** The processes of each call, over one table for all of them. */
export const createProcesses =
  ({ table, maxTimeoutMs: agentsMaxMs, answerBytes }: ProcessParts) =>
  (owner: ProcessOwner): Processes => {
    const { caller, signal, sandbox, denied, cut, access = [], keepBytes } = owner;
    // A step of a run has nobody waiting for its answer; its workflow says how long it may take.
    const maxTimeoutMs = caller.transport === 'run' ? STEP_MAX_MS : agentsMaxMs;
    const find = (id: string): Promise<Found> => findInSight(id, caller, table);
    const reach = {
      ...table.place,
      hidden: [...table.place.hidden, ...(denied?.places ?? [])],
      roots: caller.roots,
      access,
      // Without a sandbox, only what nobody was asked about is kept from the real one.
      ...((sandbox !== 'none' || access.length === 0) && { tmp: table.tmp.of(caller.session) }),
      ...heldBack(owner),
    };
    const reachFor = async ({ shares = [] }: Pick<ProcessSpec, 'shares'>): Promise<Reach> => {
      const isCutOff = sandbox !== 'none' && !access.includes('network') && !access.includes('host');
      const sees = { sight: sightOf(sandbox, reach), servers: owner.servers ?? [] };
      const ownPorts = isCutOff ? await table.ports.of(caller, sees) : undefined;
      return { ...reach, shares, ...(ownPorts && { ownPorts }) };
    };
    const bound = async <T extends Pick<ProcessSpec, 'env' | 'shares'>>(spec: T) => ({
      signal,
      ...spec,
      ...(keepBytes !== undefined && { keepBytes }),
      env: { ...caller.env, ...spec.env },
      sandbox,
      reach: await reachFor(spec),
      expects: owner.bound,
      installation: table.installation,
    });
    const noted = notedWriter(table, owner);
    return {
      ...{ maxTimeoutMs, answerBytes },
      run: async (spec) => noted(spec.argv.join(' '), runProcess(await bound(spec))),
      execute: async (spec) => {
        const starting = bound({ ...spec, ...(keepBytes === undefined && { answerBytes }) });
        return noted(spec.command, runOrLetGo({ starting, facts: () => factsOf(spec, owner), table }));
      },
      start: async (spec) => {
        table.assertRoom(caller);
        // Terminals and patterns are for the few hosts that start something.
        const { startInBackground } = await import('./launch.ts');
        return startInBackground({
          facts: factsOf(spec, owner),
          spec: { ...spec, env: { ...caller.env, ...spec.env } },
          // One that outlives the host would have ports that lead nowhere.
          reach: spec.keepAlive ? { ...reach, shares: spec.shares ?? [] } : await reachFor(spec),
          expects: owner.bound,
          table,
          signal,
        });
      },
      list: async () => (await table.list(caller.principal)).filter((info) => isInSight(caller, info)),
      get: async (id) => infoOfFound(await find(id)),
      output: async (id, wanted) => {
        const found = await find(id);
        await untilThereIsMore(found, wanted, signal);
        return readOutput(table, found, wanted, cut);
      },
      sendInput: async (id, text, keys) => {
        const background = await find(id);
        const sinceSeq = await typeInto(background, text, keys, signal);
        return readOutput(table, background, { sinceSeq }, cut);
      },
      stop: async (id, { force = false } = {}) => {
        const found = await find(id);
        if (found instanceof Background && found.isRunning) await found.stop(force ? 0 : GRACE_MS);
        return infoOfFound(found);
      },
    };
  };

async function findInSight(id: string, caller: Caller, table: ProcessTable): Promise<Found> {
  const found = await table.find(caller, id);
  const { cwd, remoteHost } = found instanceof Background ? found.facts : found;
  if (!isInSight(caller, { cwd, host: remoteHost })) throw noProcess(id);
  return found;
}

async function untilThereIsMore(
  found: Found,
  { sinceSeq, waitMs = 0 }: Parameters<Processes['output']>[1],
  signal: AbortSignal,
): Promise<void> {
  if (!(found instanceof Background && found.isRunning) || waitMs === 0) return;
  if (found.log.nextSeq <= (sinceSeq ?? found.log.nextSeq)) await found.log.more(waitMs, signal);
}

/** What else was decided about what it finds, and may change. */
const heldBack = ({
  git,
  hidesSecrets = false,
  changesCaches = false,
  hasOwnTmp = false,
  onSetAside,
}: ProcessOwner) => ({
  ...git,
  ...(onSetAside && { onSetAside }),
  ...(changesCaches && { changesCaches }),
  ...(hidesSecrets && { hidesSecrets }),
  ...(hasOwnTmp && { hasOwnTmp }),
});

/** Others are told, while it runs, that it may change what they execute. */
const notedWriter =
  (table: ProcessTable, owner: ProcessOwner) =>
  <T>(command: string, work: Promise<T>): Promise<T> =>
    mayWrite(owner) ? table.writers.during({ command, roots: owner.caller.roots }, work) : work;

const mayWrite = ({ sandbox, access = [] }: ProcessOwner): boolean =>
  sandbox === 'none' || access.includes('write') || access.includes('host');

interface Asked {
  readonly command: string;
  readonly cwd: string;
  readonly name?: string | undefined;
  readonly keepAlive?: boolean | undefined;
}

const factsOf = ({ command, cwd, name, keepAlive }: Asked, owner: ProcessOwner): BackgroundFacts => ({
  id: `bp_${randomBytes(4).toString('hex')}`,
  principal: owner.caller.principal,
  session: owner.caller.session,
  client: owner.caller.client.name,
  name: name ?? cutAtWord(command, 60),
  command,
  cwd,
  isKept: keepAlive ?? false,
  sandbox: owner.sandbox,
  mayWrite: mayWrite(owner),
  startedAt: new Date().toISOString(),
});

/** Types, gives the program a moment to answer, and tells from which line on its answer stands. */
async function typeInto(found: Found, text: string, keys: Keys, signal: AbortSignal): Promise<number> {
  if (!(found instanceof Background && found.isRunning))
    throw new ToolError('CONFLICT', 'The process has ended', {
      hint: 'get_background_process_output shows what it printed.',
    });
  const { log } = found;
  const sinceSeq = log.nextSeq;
  if (!found.send(text, keys))
    throw new ToolError('CONFLICT', 'The process reads no input', {
      hint: 'A kept process has none, nor one that is about to start again; start it with keepAlive=false.',
    });
  const until = performance.now() + LONGEST_ANSWER_MS;
  let hasCome = await log.more(ANSWER_MS, signal);
  while (hasCome && found.isRunning && performance.now() < until) hasCome = await log.more(QUIET_MS, signal);
  return sinceSeq;
}
