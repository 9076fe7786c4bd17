import { onTestFinished } from 'vitest';
import type { Serve } from './http.ts';
import { until } from './program.ts';

interface SentEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: Record<string, unknown>;
}

interface Stream {
  readonly status: number;
  readonly events: readonly SentEvent[];
  /** The first event of this name. */
  next(name: string): Promise<SentEvent>;
  close(): void;
}

/** A reader of server-sent events. */
export async function openEvents(
  { address }: Serve,
  token: string,
  { query = '', lastEventId }: { query?: string; lastEventId?: string | undefined } = {},
): Promise<Stream> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(`${address}/api/events${query}`, {
    signal: stop.signal,
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  const events: SentEvent[] = [];
  void read(response, events).catch(() => {});
  return {
    status: response.status,
    events,
    next: (name) => until(`the event ${name}`, () => events.find((event) => event.name === name)),
    close: () => stop.abort(),
  };
}

async function read({ body }: Response, events: SentEvent[]): Promise<void> {
  if (!body) return;
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const parts = (text + chunk).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1];
      const name = field('event');
      if (name !== undefined)
        events.push({ id: field('id'), name, data: JSON.parse(field('data') ?? '{}') as SentEvent['data'] });
    }
  }
}
