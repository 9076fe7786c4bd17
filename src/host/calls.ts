import { randomUUID } from 'node:crypto';
import type { Answer, Call, CallRequest, Judgement } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import type { Events } from '../core/events.ts';
import { DEEPEST_JSON, isNestedDeeper } from '../core/text/json-depth.ts';
import type { HostSecrets } from '../engines/secrets/secret-store.ts';
import { starterOf } from '../gate/agents.ts';
import type { Gate } from '../gate/index.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import { tellFinished, telling, tellStarted } from './call-events.ts';
import type { Rights } from './rights.ts';
import type { HostBackground, Tasks } from './tasks.ts';

/** The calls of one host, from the request to the answer. */
export interface Calls {
  call(request: CallRequest): Promise<Answer>;
  /** Whether an agent may make this call itself; it ends with the judgement, and `report` says what came of it. */
  judge(request: CallRequest): Promise<Judgement>;
  /** Cancels the calls of a session. */
  endSession(session: string): void;
  /** Cancels the calls of those with this principal, session or client name, tasks included. */
  endAgent(name: string): void;
  readonly inFlight: number;
  /** Cancels all and waits for their records. */
  endAll(): Promise<void>;
}

interface CallsParts {
  readonly gate: Gate;
  readonly rights: Pick<Rights, 'ready' | 'asOfNow'>;
  readonly tasks: Tasks;
  readonly secrets: Pick<HostSecrets, 'opening'>;
  readonly events: Pick<Events, 'emit' | 'hears'>;
  /** Events leave the host with what a call was asked to do. */
  readonly redactor: Redactor;
}

export function createCalls({ gate, rights, tasks, secrets, events, redactor }: CallsParts): Calls {
  // Nothing of an answer: what was once in a map can stay in memory for as long as the map.
  const running = new Map<AbortController, { caller: Caller; background: HostBackground }>();
  let onIdle = (): void => {};
  const end = (stop: AbortController): void => {
    running.delete(stop);
    if (running.size === 0) onIdle();
  };
  /** Before a keychain has answered, nothing could mask what it holds. */
  const whenReady = <T>(request: CallRequest, start: (request: CallRequest) => Promise<T>): Promise<T> => {
    const waiting = secrets.opening ?? rights.ready(request.caller);
    return waiting === undefined ? start(request) : waiting.then(() => whenReady(request, start));
  };
  const judge = async (asked: CallRequest): Promise<Judgement> => {
    const request = { ...asked, caller: rights.asOfNow(asked.caller) };
    const stop = request.stop ?? new AbortController();
    const id = randomUUID();
    const background = tasks.background(id, request, stop);
    tellStarted(telling(events, redactor, id, request));
    running.set(stop, { caller: request.caller, background });
    try {
      return await gate.judge(callOf(id, request, stop, background));
    } finally {
      end(stop);
    }
  };
  const call = (asked: CallRequest): Promise<Answer> => {
    const caller = rights.asOfNow(asked.caller);
    const request = caller === asked.caller ? asked : { ...asked, caller };
    const { signal } = request;
    // One that nothing else hangs on serves both; a task outlives its request.
    const shared = request.canFollowTasks ? undefined : request.stop;
    const stop = shared ?? new AbortController();
    const id = randomUUID();
    const background = tasks.background(id, request, stop);
    const told = telling(events, redactor, id, request);
    tellStarted(told);
    // A call that became a task is no longer bound to the request that started it.
    const onCancel = () => background.isTask || stop.abort(signal?.reason);
    if (signal?.aborted) stop.abort(signal.reason);
    else if (!shared) signal?.addEventListener('abort', onCancel, { once: true });
    const answer = gate.call(callOf(id, request, stop, told.whenItStarts(background))).then((closed) => {
      end(stop);
      if (!shared) signal?.removeEventListener('abort', onCancel);
      background.finish(closed);
      tellFinished(told, closed);
      return closed;
    });
    running.set(stop, { caller, background });
    return background.detached === undefined ? answer : Promise.race([answer, background.detached]);
  };
  return {
    call: (request) => whenReady(bounded(request), call),
    judge: (request) => whenReady(bounded(request), judge),
    endSession: (session) => {
      for (const [stop, entry] of running) {
        // A task outlives the connection it was started from; its owner can still follow or cancel it.
        if (entry.caller.session === session && !entry.background.isTask) stop.abort();
      }
    },
    endAgent: (name) => {
      for (const [stop, { caller }] of running) {
        const names = [caller.principal, caller.session, caller.client.name, ...starterOf(caller)];
        if (names.includes(name)) stop.abort();
      }
    },
    get inFlight() {
      return running.size;
    },
    endAll: async () => {
      for (const stop of running.keys()) stop.abort();
      if (running.size > 0) await new Promise<void>((resolve) => (onIdle = resolve));
    },
  };
}

const callOf = (
  id: string,
  request: CallRequest,
  stop: AbortController,
  background: Call['background'],
): Call => ({
  id,
  request,
  startedAt: performance.now(),
  signal: stop.signal,
  stop: (reason) => stop.abort(reason),
  facts: {},
  background,
  waitForPerson: (waiting) => waiting,
  lendSlot: (work) => work(),
});

/** No tool has a longer name; it stands in the record, in the log and in what is told of the call. */
const LONGEST_NAME = 200;

/** What is so deep or so long is cut before anything looks at it, tells of it or writes it down. */
function bounded(request: CallRequest): CallRequest {
  const { tool, args } = request;
  const named =
    tool.length > LONGEST_NAME ? { ...request, tool: `${tool.slice(0, LONGEST_NAME)}...` } : request;
  return isNestedDeeper(args, DEEPEST_JSON) ? withoutArguments(named) : named;
}

/** Whatever looks at arguments may go down into them; a transport that limits their depth itself says so earlier. */
const withoutArguments = (request: CallRequest): CallRequest => ({
  ...request,
  args: {},
  malformed: `The arguments are nested deeper than ${DEEPEST_JSON} levels`,
});
