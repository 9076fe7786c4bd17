import { isEnded } from '../../core/assistant/conversation.ts';
import type { ConversationView } from '../../core/assistant/conversation-view.ts';
import type { Caller } from '../../core/call/caller.ts';
import { ToolError } from '../../core/errors.ts';
import type { LoadedModel } from '../providers/load-model.ts';
import type { Parts } from '../services.ts';
import { modelTitle } from '../title.ts';
import { endCall, resultOf } from '../turn/call-outcome.ts';
import { runTurn, type TurnEnd } from '../turn/run-turn.ts';
import type { StepSink } from '../turn/step-sink.ts';
import type { TurnPlace } from '../turn/turn-place.ts';

interface Turn {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

type Writing = { readonly messageId: string; readonly sink: StepSink };

/** The turns that go on right now, one for each conversation at most. */
export interface Turns {
  begin(id: string, caller: Caller): void;
  /** Ends it with everything it started, and cancels what waits. */
  stop(id: string, by: string): Promise<void>;
  isOn(id: string): boolean;
  /** One works; those that only wait for a person keep nobody from leaving. */
  readonly areWorking: boolean;
  draftOf(id: string): ConversationView['draft'];
  /** Leaves everything as it is, for the next host. */
  close(): Promise<void>;
}

export function createTurns(parts: Parts): Turns {
  const { store, services } = parts;
  const turns = new Map<string, Turn>();
  const drafts = new Map<string, Writing>();
  let isClosing = false;
  const setStatus = (
    id: string,
    status: TurnEnd['status'] | 'working' | 'waiting',
    note: string | null,
  ): void => {
    const before = store.get(id);
    if (!before || (before.status === status && before.note === note)) return;
    store.update(id, { status, note });
    services.emit('assistant.changed', { conversationId: id, title: before.title, status, note });
  };
  const run = async (place: TurnPlace): Promise<void> => {
    const { id, signal } = place;
    try {
      const end = await runTurn(place);
      setStatus(id, end.status, end.note);
      if (end.status === 'idle' && end.loaded) await retitle(place, end.loaded);
    } catch (error) {
      // The code that stopped it sets its state.
      if (signal.aborted) return;
      services.log.error('a turn of the assistant ended badly', { error });
      setStatus(id, 'failed', 'Something went wrong in Toolgate; its log has the details');
    }
  };
  return {
    begin: (id, caller) => {
      const stop = new AbortController();
      setStatus(id, 'working', null);
      const place: TurnPlace = {
        ...parts,
        id,
        caller,
        signal: stop.signal,
        isClosing: () => isClosing,
        setStatus: (status, note = null) => {
          if (status === 'working' || status === 'waiting') setStatus(id, status, note);
        },
        writing: (draft) => void (draft ? drafts.set(id, draft) : drafts.delete(id)),
      };
      const done = run(place).finally(() => {
        if (turns.get(id)?.stop === stop) turns.delete(id);
      });
      turns.set(id, { stop, done });
    },
    stop: async (id, by) => {
      const turn = turns.get(id);
      turn?.stop.abort();
      await turn?.done;
      for (const call of store.calls(id).filter((one) => !isEnded(one))) {
        if (call.approvalId !== null) services.approvals.close(call.approvalId, by);
        endCall({ store, services }, call, resultOf(STOPPED));
      }
      setStatus(id, 'stopped', null);
    },
    isOn: (id) => turns.has(id) && ['working', 'waiting'].includes(store.get(id)?.status ?? ''),
    get areWorking() {
      return [...turns.keys()].some((id) => store.get(id)?.status === 'working');
    },
    draftOf: (id) => {
      const writing = drafts.get(id);
      return writing ? { messageId: writing.messageId, text: writing.sink.draft } : null;
    },
    close: async () => {
      isClosing = true;
      for (const { stop } of turns.values()) stop.abort();
      await Promise.all([...turns.values()].map(({ done }) => done));
    },
  };
}

async function retitle({ store, services, id, signal }: TurnPlace, loaded: LoadedModel): Promise<void> {
  const found = await modelTitle({ store, services }, id, loaded, signal).catch((error: unknown) => {
    // The first words are a title, too.
    services.log.debug('no title', { error });
  });
  const now = store.get(id);
  if (!found || !now) return;
  store.update(id, found);
  const { title } = found;
  services.emit('assistant.changed', { conversationId: id, title, status: now.status, note: now.note });
}

const STOPPED = new ToolError('CANCELLED', 'The person stopped the turn before this call ended', {
  hint: 'Do not repeat it unless they ask for it.',
});
