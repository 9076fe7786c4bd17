import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scope } from '../../core/approval/scopes.ts';
import { type AppEvent, EVENT_NAMES, EVENTS, type EventName } from '../../core/events.ts';
import type { Host } from '../../host/create-host.ts';
import { replyJson } from './reply.ts';
import { endUnread } from './unread.ts';

export const EVENTS_PATH = '/api/events';
export const EVENT_SCOPES: readonly Scope[] = ['approvals:decide', 'admin'];

const HEARTBEAT_MS = 15_000;
const PAGE = 500;

/** GET /api/events: what happens, as it happens; first what was missed since Last-Event-ID. */
export function serveEvents(
  { events }: Pick<Host, 'events'>,
  scopes: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  const asked = searchParams.get('names')?.split(',') ?? EVENT_NAMES;
  const unknown = asked.find((name) => !EVENT_NAMES.some((known) => known === name));
  if (unknown !== undefined) {
    replyJson(response, 400, {
      error: `There is no event "${unknown}"; there are ${EVENT_NAMES.join(', ')}`,
    });
    return;
  }
  const names = EVENT_NAMES.filter((name) => asked.includes(name) && scopes.includes(EVENTS[name].scope));
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  endUnread(response);
  response.write('retry: 2000\n\n');
  const stop = follow(events, { names, after: lastEventId(request, searchParams), response });
  const beat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS).unref();
  response.once('close', () => {
    clearInterval(beat);
    stop();
  });
}

/** A page that opens a stream for the first time cannot set the header. */
function lastEventId({ headers }: IncomingMessage, searchParams: URLSearchParams): number | undefined {
  const text = headers['last-event-id'] ?? searchParams.get('lastEventId') ?? '';
  return /^\d{1,15}$/.test(String(text)) ? Number(text) : undefined;
}

interface Following {
  readonly names: readonly EventName[];
  readonly after: number | undefined;
  readonly response: ServerResponse;
}

function follow(events: Host['events'], { names, after, response }: Following): () => void {
  const send = (event: AppEvent): boolean => response.write(asText(event));
  // In one turn of the event loop: nothing can happen between what was missed and what comes.
  for (let at = after; at !== undefined && !response.destroyed; ) {
    const { first } = events.range();
    if (first > at + 1) response.write(`event: events.lost\ndata: ${JSON.stringify({ first })}\n\n`);
    const missed = events.read(at, PAGE);
    for (const event of missed) if (names.includes(event.name)) send(event);
    at = missed.length < PAGE ? undefined : (missed.at(-1)?.seq ?? undefined);
  }
  return events.subscribe(names, send);
}

/** The time stands beside the data of our own events; the others keep the shape that assistants know. */
function asText({ seq, at, name, data }: AppEvent): string {
  const body = name.startsWith('ai-tool-') ? data : { at, ...data };
  return `${seq === null ? '' : `id: ${seq}\n`}event: ${name}\ndata: ${JSON.stringify(body)}\n\n`;
}
