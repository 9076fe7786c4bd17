import type { EventMap, EventName } from '../../src/core/events.ts';
import { keyHeader } from '../api/client.ts';

/** Something that happened, as the stream tells it. */
export type LiveEvent = {
  [Name in EventName]: { name: Name; data: EventMap[Name] & { at?: string } };
}[EventName];

export type LiveState = 'connecting' | 'open' | 'lost' | 'signed-out';

type Listener = (event: LiveEvent) => void;

const listeners = new Map<EventName, Set<Listener>>();
const watchers = new Set<() => void>();
let state: LiveState = 'connecting';
/** The last event that is kept by the host; a broken stream goes on behind it. */
let lastId = '';

const SHORTEST_MS = 500;
const LONGEST_MS = 8000;

/** One stream for this tab; it comes back by itself. `onGap` is called when events may have been missed. */
export function openStream(onGap: () => void): void {
  void run(onGap);
}

/** EventSource cannot send the key, so the stream is read by hand. */
async function run(onGap: () => void): Promise<void> {
  let waitMs = SHORTEST_MS;
  let isFirst = true;
  for (;;) {
    try {
      const response = await fetch('/api/events', {
        headers: { ...keyHeader(), ...(lastId !== '' && { 'last-event-id': lastId }) },
      });
      if (response.status === 401 || response.status === 403) return setState('signed-out');
      if (!response.ok || !response.body) throw new Error(`The host answered ${response.status}`);
      setState('open');
      waitMs = SHORTEST_MS;
      // What is not kept (calls, output) may have been missed.
      if (!isFirst) onGap();
      isFirst = false;
      for await (const block of blocksOf(response.body)) tell(block, onGap);
    } catch {
      // The host is away; it is tried again below.
    }
    setState('lost');
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(LONGEST_MS, waitMs * 2);
  }
}

async function* blocksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    yield* blocks;
  }
}

function tell(block: string, onGap: () => void): void {
  const field = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  lastId = field('id') ?? lastId;
  const name = field('event');
  const data = field('data');
  if (name === undefined || data === undefined) return;
  if (name === 'events.lost') onGap();
  // Sound: the host sends only events of this list, each with its own data.
  const event = { name, data: JSON.parse(data) } as LiveEvent;
  for (const listener of [...(listeners.get(event.name) ?? [])]) listener(event);
}

function setState(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const watcher of watchers) watcher();
}

export const liveState = (): LiveState => state;

export function watchState(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

export function listen(names: readonly EventName[], listener: Listener): () => void {
  for (const name of names) {
    const heard = listeners.get(name) ?? new Set();
    listeners.set(name, heard.add(listener));
  }
  return () => {
    for (const name of names) listeners.get(name)?.delete(listener);
  };
}
