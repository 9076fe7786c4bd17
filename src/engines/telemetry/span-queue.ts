import { type Attributes, type Span, tracesBody } from './otlp.ts';
import type { Sender } from './sender.ts';

export interface SpanQueue {
  add(span: Span): void;
  /** How many were lost, because they came faster than they could be sent or nobody took them. */
  readonly dropped: number;
  flush(): Promise<void>;
}

interface QueueParts {
  readonly sender: Sender;
  readonly resource: Attributes;
  readonly delayMs: number;
  readonly batch: number;
  readonly most: number;
}

/** Sends spans in batches, one at a time, so that a call never waits for a collector. */
export function createSpanQueue({ sender, resource, delayMs, batch, most }: QueueParts): SpanQueue {
  let waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;
  let sending: Promise<void> | undefined;
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, batch);
      waiting = waiting.slice(batch);
      if (!(await sender.send(tracesBody(resource, spans)))) dropped += spans.length;
    }
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => (sending = undefined));
    await sending;
  };
  return {
    add: (span) => {
      if (waiting.length >= most) return void dropped++;
      waiting.push(span);
      if (waiting.length >= batch) return void flush();
      timer ??= setTimeout(() => void flush(), delayMs).unref();
    },
    get dropped() {
      return dropped;
    },
    flush,
  };
}
