import type { ConversationStatus } from '../../core/assistant/conversation.ts';
import { ToolError } from '../../core/errors.ts';
import { chooseProvider } from '../providers/choose-provider.ts';
import { toFailure } from '../providers/failure.ts';
import { type LoadedModel, loadModel } from '../providers/load-model.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { settleCalls } from './settle-calls.ts';
import { trim } from './trim.ts';
import { TurnFailure, type TurnPlace, TurnStopped } from './turn-place.ts';

const CUT = 'The answer was cut where it became too long; assistant.maxOutputTokens sets how long it may be';

/** How a turn ended. */
export interface TurnEnd {
  readonly status: Extract<ConversationStatus, 'idle' | 'failed' | 'stopped'>;
  readonly note: string | null;
  readonly loaded?: LoadedModel;
}

/**
 * Goes on from whatever the conversation holds: what is stored says what comes next, so a turn that was cut off
 * anywhere is taken up by the same loop.
 */
export async function runTurn(place: TurnPlace): Promise<TurnEnd> {
  const { store, services, id, signal } = place;
  let loaded: LoadedModel | undefined;
  try {
    for (let steps = 0; ; steps++) {
      const last = store.messages(id).findLast(({ role }) => role !== 'summary');
      if (last?.role === 'assistant' && !last.isPartial) {
        if (!last.parts.some(({ type }) => type === 'call'))
          return { status: 'idle', note: null, ...(loaded && { loaded }) };
        await settleCalls(place);
      }
      signal.throwIfAborted();
      loaded ??= await modelFor(services, store.get(id)?.model ?? null, signal);
      const { maxSteps } = services.settings();
      if (steps >= maxSteps)
        throw new TurnStopped(`The model was asked ${maxSteps} times in this turn; go on if that is right`);
      await trim(place, loaded, { isForced: false });
      const { parts, isCut } = await answer(place, loaded);
      if (parts.some(({ type }) => type === 'call')) continue;
      if (isCut) return { status: 'stopped', note: CUT, loaded };
      if (parts.length === 0) return { status: 'stopped', note: 'The model answered nothing', loaded };
    }
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof TurnStopped) return { status: 'stopped', note: error.message };
    if (error instanceof TurnFailure) return { status: 'failed', note: error.message };
    services.log.error('a turn of the assistant failed', { error });
    const hint = error instanceof ToolError && error.hint !== undefined ? `. ${error.hint}` : '';
    const words = error instanceof Error ? error.message : String(error);
    return { status: 'failed', note: services.redact(`${words}${hint}`) };
  }
}

/** The model of a conversation. */
async function modelFor(services: Services, asked: string | null, signal: AbortSignal): Promise<LoadedModel> {
  if (services.model !== undefined) {
    const name = typeof services.model === 'string' ? services.model : services.model.modelId;
    return { model: services.model, name, title: 'The model', takesImages: true };
  }
  const chosen = await chooseProvider(services, asked);
  try {
    return await loadModel(chosen, services, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof ToolError && error.hint !== undefined) throw error;
    throw new TurnFailure(
      services.redact(`${toFailure(error, { title: chosen.title, model: chosen.model }).words}.`),
    );
  }
}
