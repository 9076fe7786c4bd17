import { EventEmitter, once } from 'node:events';
import type { Agent, AgentState } from '../core/agent.ts';
import type { Call, Step } from '../core/call.ts';
import type { Caller } from '../core/caller.ts';
import { ToolError } from '../core/errors.ts';
import type { HoldStore } from '../store/holds.ts';

/** Who calls, and whether a person lets them. */
export interface Agents {
  list(): readonly Agent[];
  /** Pauses, stops or lets go on whoever has this principal, session or client name. */
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

type Seen = Omit<Agent, 'state' | 'lastCallAt'> & { readonly at: number };

export function createAgents(store: HoldStore): Agents {
  const events = new EventEmitter().setMaxListeners(0);
  const seen = new Map<string, Seen>();
  const note = ({ principal, session, client }: Caller): void => {
    const calls = (seen.get(session)?.calls ?? 0) + 1;
    seen.delete(session);
    seen.set(session, { session, principal, client: client.name, calls, at: Date.now() });
    const [oldest] = seen.keys();
    if (seen.size > MOST_KNOWN && oldest !== undefined) seen.delete(oldest);
  };
  return {
    list: () =>
      [...seen.values()].map(({ at, ...agent }) => ({
        ...agent,
        lastCallAt: new Date(at).toISOString(),
        state: store.stateOf([agent.principal, agent.session, agent.client]),
      })),
    set: (name, state, by) => {
      store.set(name, state, by);
      events.emit('change');
      if (state === 'stopped') events.emit('stop', name);
    },
    hold: async (call, next) => {
      note(call.request.caller);
      while (stateOf(call, store) === 'paused') await waitForChange(events, call.signal);
      if (stateOf(call, store) === 'running') return next(call);
      throw new ToolError('BLOCKED_BY_POLICY', 'A person stopped this agent', {
        hint: 'Do nothing more; a person has to let you go on.',
      });
    },
    onStop: (listener) => void events.on('stop', listener),
  };
}

const stateOf = ({ request }: Call, store: HoldStore): AgentState => store.stateOf(namesOf(request.caller));

async function waitForChange(events: EventEmitter, signal: AbortSignal): Promise<void> {
  try {
    await once(events, 'change', { signal });
  } catch {
    throw new ToolError('CANCELLED', 'The call was cancelled while its agent was paused');
  }
}
