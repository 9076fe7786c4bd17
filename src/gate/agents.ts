import { EventEmitter, once } from 'node:events';
import type { Agent, AgentState } from '../core/call/agent.ts';
import type { Call, Next, RunResult, Step } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import { ToolError } from '../core/errors.ts';
import type { HoldStore } from '../store/holds.ts';

/** Who calls, and whether a person lets them. */
export interface Agents {
  list(): readonly Agent[];
  /** It is connected, and has not called yet. */
  meet(caller: Pick<Caller, 'principal' | 'session'>, client: string): void;
  /** Its connection is closed. */
  forget(session: string): void;
  /**
   * Pauses, stops or lets go on those with this principal, session or client name. A session that has used the name
   * stays held whatever it calls itself next: over HTTP that is all that comes with one token.
   */
  set(name: string, state: AgentState, by: string): void;
  /** The step of the gate: a paused agent's calls wait, a stopped one's are refused. */
  readonly hold: Step;
  /** For a call that waited for a person: its agent may have been paused meanwhile. */
  readonly holdAgain: Step;
  /** Whether the agent of this call is paused or stopped. */
  isHeld(call: Call): boolean;
  /** Called with the name of an agent that was stopped, and with each session that it meant. */
  onStop(listener: (name: string) => void): void;
}

const MOST_KNOWN = 500;

/** Beyond these, a session is held under a new name only if that is held when it is used. */
const MOST_NAMES = 20;

interface Seen extends Pick<Agent, 'session' | 'principal'> {
  client: string;
  /** All it has called itself. */
  readonly clients: Set<string>;
  calls: number;
  at: number;
}

export function createAgents(store: HoldStore): Agents {
  const events = new EventEmitter().setMaxListeners(0);
  const seen = new Map<string, Seen>();
  const meet: Agents['meet'] = ({ principal, session }, client) => {
    const known = seen.get(session);
    const agent = known ?? { session, principal, client, clients: new Set(), calls: 0, at: Date.now() };
    agent.client = client;
    if (agent.clients.size < MOST_NAMES) agent.clients.add(client);
    if (known) return;
    seen.set(session, agent);
    if (seen.size > MOST_KNOWN) seen.delete(byLastCall(seen.values())[0]?.session ?? '');
  };
  const note = (caller: Caller): void => {
    meet(caller, caller.client.name);
    const agent = seen.get(caller.session);
    if (!agent) return;
    agent.calls++;
    agent.at = Date.now();
  };
  const clientsOf = (session: string): string[] => [
    ...new Set([...(seen.get(session)?.clients ?? []), ...store.heldNames(session)]),
  ];
  const stateOf = ({ principal, session, client, starter = [] }: Held) => {
    const clients = [client, ...[session, ...starter].flatMap(clientsOf)];
    const state = store.stateOf([principal, session, ...starter, ...clients]);
    if (state !== 'running') store.keep(session, clients);
    return state;
  };
  const wait = async (call: Call, next: Next): Promise<RunResult> => {
    const agent = agentOf(call);
    while (stateOf(agent) === 'paused') await waitForChange(events, call.signal);
    if (stateOf(agent) === 'running') return next(call);
    throw new ToolError('BLOCKED_BY_POLICY', 'A person stopped this agent', {
      hint: 'Stop here; a person has to resume you first.',
    });
  };
  const isHeld = (call: Call): boolean => stateOf(agentOf(call)) !== 'running';
  const whenRunning: Step = (call, next) => (isHeld(call) ? wait(call, next) : next(call));
  return {
    list: () =>
      byLastCall(seen.values()).map(({ at, ...agent }) => ({
        ...agent,
        clients: clientsOf(agent.session),
        lastCallAt: agent.calls === 0 ? null : new Date(at).toISOString(),
        state: stateOf(agent),
      })),
    meet,
    forget: (session) => void seen.delete(session),
    set: (name, state, by) => {
      const meant = [...seen.keys()].filter((session) => clientsOf(session).includes(name));
      store.set(name, state, by);
      for (const session of meant) store.keep(session, [name]);
      events.emit('change');
      if (state !== 'stopped') return;
      // What a session began under another name ends as well.
      for (const ended of [name, ...meant]) events.emit('stop', ended);
    },
    hold: (call, next) => {
      note(call.request.caller);
      return whenRunning(call, next);
    },
    holdAgain: whenRunning,
    isHeld,
    onStop: (listener) => void events.on('stop', listener),
  };
}

interface Held extends Pick<Agent, 'principal' | 'session' | 'client'> {
  /** Of a run: by which names its starter is known. */
  readonly starter?: readonly string[];
}

const agentOf = ({ request: { caller } }: Call): Held => ({
  principal: caller.principal,
  session: caller.session,
  client: caller.client.name,
  starter: starterOf(caller),
});

/** Who is held, is held with the runs they started: their principal, and their session. */
export const starterOf = ({ transport, onBehalfOf, startedIn }: Caller): string[] =>
  transport === 'run' ? [onBehalfOf, startedIn].flatMap((name) => name ?? []) : [];

const byLastCall = (agents: Iterable<Seen>): Seen[] => [...agents].sort((a, b) => a.at - b.at);

async function waitForChange(events: EventEmitter, signal: AbortSignal): Promise<void> {
  try {
    await once(events, 'change', { signal });
  } catch {
    throw new ToolError('CANCELLED', 'The call was cancelled while its agent was paused');
  }
}
