import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jsonSchema, type ToolSet, tool } from 'ai';
import type { CatalogEntry } from '../../core/tool/registry.ts';
import { instructionsFor } from '../instructions.ts';
import { type ProviderFailure, toFailure } from '../providers/failure.ts';
import type { LoadedModel } from '../providers/load-model.ts';
import { priced } from '../providers/price.ts';
import { toModelMessages } from './history.ts';
import { createSink, type StepOutcome } from './step-sink.ts';
import { streamStep } from './stream-step.ts';
import { trim } from './trim.ts';
import { TurnFailure, type TurnPlace } from './turn-place.ts';

/** A provider that asks for more patience than this is left alone. */
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 1000;

/** Gets one answer of the model and stores it with its calls; asks again where the provider fails. */
export async function answer(place: TurnPlace, loaded: LoadedModel): Promise<StepOutcome> {
  const { store, services, id, signal } = place;
  const { retries } = services.settings();
  const messageId = randomUUID();
  let hasTrimmed = false;
  for (let attempt = 1; ; attempt++) {
    try {
      const outcome = await ask(place, loaded, messageId);
      const usage = priced(outcome.usage, services.settings().prices[loaded.name]);
      store.append(id, { id: messageId, role: 'assistant', parts: outcome.parts, model: loaded.name, usage });
      services.emit('assistant.message', { conversationId: id, messageId, role: 'assistant' });
      return outcome;
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = toFailure(error, { title: loaded.title, model: loaded.name });
      services.log.debug('the model did not answer', { error, attempt });
      if (failure.isTooLong && !hasTrimmed) {
        hasTrimmed = true;
        if (await trim(place, loaded, { isForced: true })) continue;
      }
      const waitMs = waitFor(failure, attempt);
      if (!failure.isRetryable || attempt > retries || waitMs > LONGEST_WAIT_MS)
        throw new TurnFailure(services.redact(finalWords(failure, attempt)));
      const reason = services.redact(failure.words);
      services.emit('assistant.retry', { conversationId: id, messageId, attempt, waitMs, reason });
      await pause(waitMs, undefined, { signal });
    } finally {
      place.writing(undefined);
    }
  }
}

async function ask(place: TurnPlace, loaded: LoadedModel, messageId: string): Promise<StepOutcome> {
  const { store, services, id, caller, signal } = place;
  const { redaction, emit } = services;
  const sink = createSink({
    redaction: redaction(),
    onDelta: (kind, text) => emit('assistant.delta', { conversationId: id, messageId, kind, text }),
  });
  place.writing({ messageId, sink });
  try {
    return await streamStep(
      {
        loaded,
        instructions: instructionsFor(caller, store.get(id)?.context ?? ''),
        messages: toModelMessages(
          store.messages(id),
          store.calls(id),
          loaded.name,
          loaded.takesImages ? store.images(id) : new Map(),
        ),
        tools: toolSet(services.toolsFor(caller)),
        maxOutputTokens: services.settings().maxOutputTokens,
        signal,
      },
      sink,
    );
  } catch (error) {
    const parts = sink.partial();
    // What the person has read before they stopped it stays.
    if (signal.aborted && !place.isClosing() && parts.length > 0) {
      store.append(id, { id: messageId, role: 'assistant', parts, model: loaded.name, isPartial: true });
      emit('assistant.message', { conversationId: id, messageId, role: 'assistant' });
    }
    throw error;
  }
}

/** Nothing executes in there, and nothing is checked: both are the gate's. */
const toolSet = (entries: readonly CatalogEntry[]): ToolSet =>
  Object.fromEntries(
    entries.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema({ ...inputSchema }) }),
    ]),
  );

function waitFor({ waitMs }: ProviderFailure, attempt: number): number {
  return waitMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
}

function finalWords({ words, isRetryable, waitMs }: ProviderFailure, attempt: number): string {
  if (!isRetryable) return `${words}.`;
  if (waitMs !== undefined && waitMs > LONGEST_WAIT_MS)
    return `${words}. It asks to wait ${Math.ceil(waitMs / 1000)} s; go on then.`;
  return `${words}. It was asked ${attempt === 1 ? 'once' : `${attempt} times`}.`;
}
