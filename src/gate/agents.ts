import { EventEmitter, once } from 'node:events';
import type { Agent, AgentState } from '../core/call/agent.ts';
import type { Call, Next, RunResult, Step } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import { ToolError } from '../core/errors.ts';
import type { HoldStore } from '../store/holds.ts';

/** Who calls, and whether a person lets them. */
export interface Agents {
  list(): readonly Agent[];
  /** Its connection is closed. */
  forget(session: string): void;
  /** Pauses, stops or lets go on those with this principal, session or client name. */
  set(name: string, state: AgentState, by: string): void;
  /** The step of the gate: a paused agent's calls wait, a stopped one's are refused. */
  readonly hold: Step;
  /** Called with the name of an agent that was stopped. */
  onStop(listener: (name: string) => void): void;
}

const namesOf = ({
  principal,
  session,
  client,
}: Pick<Caller, 'principal' | 'session' | 'client'>): readonly string[] => [principal, session, client.name];

const MOST_KNOWN = 500;

interface Seen extends Pick<Agent, 'session' | 'principal'> {
  client: string;
  calls: number;
  at: number;
}

export function createAgents(store: HoldStore): Agents {
  const events = new EventEmitter().setMaxListeners(0);
  const seen = new Map<string, Seen>();
  const note = ({ principal, session, client }: Caller): void => {
    const known = seen.get(session);
    const agent = known ?? { session, principal, client: client.name, calls: 0, at: 0 };
    agent.calls++;
    agent.at = Date.now();
    agent.client = client.name;
    if (known) return;
    seen.set(session, agent);
    if (seen.size > MOST_KNOWN) seen.delete(byLastCall(seen.values())[0]?.session ?? '');
  };
  const wait = async (call: Call, next: Next): Promise<RunResult> => {
    while (stateOf(call, store) === 'paused') await waitForChange(events, call.signal);
    if (stateOf(call, store) === 'running') return next(call);
    throw new ToolError('BLOCKED_BY_POLICY', 'A person stopped this agent', {
      hint: 'Stop here; a person has to resume you first.',
    });
  };
  return {
    list: () =>
      byLastCall(seen.values()).map(({ at, ...agent }) => ({
        ...agent,
        lastCallAt: new Date(at).toISOString(),
        state: store.stateOf([agent.principal, agent.session, agent.client]),
      })),
    forget: (session) => void seen.delete(session),
    set: (name, state, by) => {
      store.set(name, state, by);
      events.emit('change');
      if (state === 'stopped') events.emit('stop', name);
    },
    hold: (call, next) => {
      note(call.request.caller);
      return stateOf(call, store) === 'running' ? next(call) : wait(call, next);
    },
    onStop: (listener) => void events.on('stop', listener),
  };
}

const byLastCall = (agents: Iterable<Seen>): Seen[] => [...agents].sort((a, b) => a.at - b.at);

const stateOf = ({ request }: Call, store: HoldStore): AgentState => store.stateOf(namesOf(request.caller));

async function waitForChange(events: EventEmitter, signal: AbortSignal): Promise<void> {
  try {
    await once(events, 'change', { signal });
  } catch {
    throw new ToolError('CANCELLED', 'The call was cancelled while its agent was paused');
  }
}
