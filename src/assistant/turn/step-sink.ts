import { randomUUID } from 'node:crypto';
import type { TextStreamPart, ToolSet } from 'ai';
import type { Usage } from '../../core/assistant/conversation.ts';
import type { NewMessage } from '../../store/conversations.ts';
import { BrokenStream } from '../providers/failure.ts';
import { usageOf } from '../providers/price.ts';
import type { Redaction } from '../services.ts';
import { type AnswerLimits, createAnswerLimits } from './answer-limits.ts';
import { callOf } from './parse-call.ts';
import { createShownText, type ShownText } from './shown-text.ts';

/** One answer of the model. */
export interface StepOutcome {
  readonly parts: NewMessage['parts'];
  readonly usage: Omit<Usage, 'cost'>;
  /** The answer was cut at its longest. */
  readonly isCut: boolean;
}

/** Collects an answer as it comes; what there is when a person stops it can be kept. */
export interface StepSink {
  take(part: TextStreamPart<ToolSet>): void;
  outcome(): StepOutcome;
  /** The text so far. */
  readonly draft: string;
  /** Text without calls, which were never complete. */
  partial(): NewMessage['parts'];
}

interface SinkParts {
  readonly redaction: Redaction;
  readonly onDelta: (kind: Kind, text: string) => void;
  readonly limits?: AnswerLimits;
}

type Data = Record<string, unknown>;
type Kind = 'text' | 'reasoning';
type Part = NewMessage['parts'][number];
type Open = { readonly part: { type: Kind; provider?: Data }; readonly shown: ShownText };
type Finish = Extract<TextStreamPart<ToolSet>, { type: 'finish-step' }>;

export function createSink(parts: SinkParts): StepSink {
  const collected: (Part | Open)[] = [];
  const texts = createTexts(parts, (made) => collected.push(made));
  const { limits = createAnswerLimits() } = parts;
  let finish: Finish | undefined;
  const closed = (): Part[] =>
    collected.map((part) => ('shown' in part ? { ...part.part, text: part.shown.text } : part));
  /** Also those that the model never ended. */
  const ended = (): Part[] => {
    for (const part of collected) if ('shown' in part) part.shown.end();
    return closed();
  };
  const isText = (part: Part): part is Extract<Part, { type: Kind }> =>
    part.type === 'text' && part.text !== '';
  return {
    take: (part) => {
      switch (part.type) {
        case 'text-start':
        case 'reasoning-start':
          limits.text();
          return texts.begin(kindOf(part), part.id, part.providerMetadata);
        case 'text-delta':
        case 'reasoning-delta':
          limits.textPiece(part.text);
          return texts.add(kindOf(part), part.id, part.text, part.providerMetadata);
        case 'text-end':
        case 'reasoning-end':
          return texts.end(kindOf(part), part.id, part.providerMetadata);
        case 'tool-input-delta':
          return limits.callPiece(part.delta);
        case 'tool-call':
          limits.call();
          return void collected.push({ type: 'call', call: unlike(collected, callOf(part)) });
        case 'finish-step':
          finish = part;
          return undefined;
        case 'error':
          throw part.error;
        case 'abort':
          throw new DOMException(part.reason ?? 'stopped', 'AbortError');
        default:
          return undefined;
      }
    },
    outcome: () => ({ ...endOf(finish), parts: ended() }),
    get draft() {
      return closed()
        .filter(isText)
        .map(({ text }) => text)
        .join('');
    },
    partial: () => ended().filter(isText),
  };
}

type NewCall = Extract<Part, { type: 'call' }>['call'];

/** Results are matched by this name, and not every service gives two calls different ones. */
function unlike(before: readonly (Part | Open)[], call: NewCall): NewCall {
  const taken = before.flatMap((part) => ('call' in part ? [part.call.providerCallId] : []));
  if (call.providerCallId !== '' && !taken.includes(call.providerCallId)) return call;
  return { ...call, providerCallId: `call_${randomUUID()}` };
}

const kindOf = ({ type }: { readonly type: string }): Kind =>
  type.startsWith('reasoning') ? 'reasoning' : 'text';

const COMPLETE: readonly string[] = ['stop', 'tool-calls', 'length', 'content-filter'];

/** A stream that just ends says nothing of why; the calls in it may lack their second half. */
function endOf(finish: Finish | undefined): Omit<StepOutcome, 'parts'> {
  const { usage, finishReason = 'error', rawFinishReason } = finish ?? {};
  const isComplete = COMPLETE.includes(finishReason) || (finishReason === 'other' && rawFinishReason);
  if (!usage || !isComplete) throw new BrokenStream();
  return { isCut: finishReason === 'length', usage: usageOf(usage) };
}

/** The texts of an answer; several can be open at the same time. */
function createTexts({ redaction, onDelta }: SinkParts, onBegin: (made: Open) => void) {
  const open = new Map<string, Open>();
  const note = (kind: Kind, id: string, provider: Data | undefined): Open | undefined => {
    const found = open.get(`${kind} ${id}`);
    // How a provider names or signs a text can come with any piece of it.
    if (provider && found) found.part.provider = { ...found.part.provider, ...provider };
    return found;
  };
  return {
    begin: (kind: Kind, id: string, provider: Data | undefined): void => {
      const made: Open = {
        part: { type: kind, ...(provider && { provider }) },
        shown: createShownText(redaction),
      };
      open.set(`${kind} ${id}`, made);
      onBegin(made);
    },
    add: (kind: Kind, id: string, text: string, provider: Data | undefined): void => {
      const fresh = note(kind, id, provider)?.shown.push(text);
      if (fresh) onDelta(kind, fresh);
    },
    end: (kind: Kind, id: string, provider: Data | undefined): void => {
      const fresh = note(kind, id, provider)?.shown.end();
      if (fresh) onDelta(kind, fresh);
    },
  };
}
