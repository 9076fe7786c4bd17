import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { type LocalServer, serveLocally } from './local-server.ts';

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ doubleValue: z.number() }),
]);
const attributes = z
  .array(z.strictObject({ key: z.string(), value }))
  .transform((pairs) =>
    Object.fromEntries(pairs.map(({ key, value: held }) => [key, Object.values(held)[0]])),
  );
const nanos = z.string().regex(/^\d{19}$/);
const scope = z.strictObject({ name: z.literal('toolgate'), version: z.string() });
const resource = z.strictObject({ attributes });

const span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  traceState: z.string().optional(),
  name: z.string(),
  kind: z.union([z.literal(1), z.literal(2)]),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes,
  status: z.strictObject({ code: z.literal(2).optional(), message: z.string().optional() }),
});
const traces = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({ resource, scopeSpans: z.array(z.strictObject({ scope, spans: z.array(span) })) }),
  ),
});

const times = { startTimeUnixNano: nanos, timeUnixNano: nanos, attributes };
const number = z.strictObject({ ...times, asDouble: z.number() });
const histogram = z.strictObject({
  ...times,
  count: z.string().regex(/^\d+$/),
  sum: z.number(),
  bucketCounts: z.array(z.string().regex(/^\d+$/)),
  explicitBounds: z.array(z.number()),
});
const about = { name: z.string(), description: z.string(), unit: z.string().optional() };
const metric = z.union([
  z.strictObject({ ...about, gauge: z.strictObject({ dataPoints: z.array(number) }) }),
  z.strictObject({
    ...about,
    sum: z.strictObject({
      aggregationTemporality: z.literal(2),
      isMonotonic: z.literal(true),
      dataPoints: z.array(number),
    }),
  }),
  z.strictObject({
    ...about,
    histogram: z.strictObject({ aggregationTemporality: z.literal(2), dataPoints: z.array(histogram) }),
  }),
]);
const metrics = z.strictObject({
  resourceMetrics: z.array(
    z.strictObject({ resource, scopeMetrics: z.array(z.strictObject({ scope, metrics: z.array(metric) })) }),
  ),
});

export interface Collector extends LocalServer {
  /** Everything that was received, unpacked. */
  readonly bodies: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  spans(): readonly z.output<typeof span>[];
  metrics(): readonly z.output<typeof metric>[];
  /** What the last message said of who sent it. */
  resource(): Readonly<Record<string, unknown>>;
}

type Answer = (response: ServerResponse) => void;

/** An OTLP receiver that takes nothing but what the specification's JSON allows. */
export async function startCollector(answers: readonly Answer[] = []): Promise<Collector> {
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const spans: z.output<typeof span>[] = [];
  const received: z.output<typeof metric>[] = [];
  const planned = [...answers];
  let from: Readonly<Record<string, unknown>> = {};
  const server = await serveLocally(async (request, response) => {
    headers.push(request.headers);
    const raw = await buffer(request);
    const text = String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw);
    bodies.push(text);
    const answer = planned.shift();
    if (answer) return answer(response);
    if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json')
      return void response.writeHead(415).end();
    try {
      if (request.url === '/v1/traces') {
        for (const part of traces.parse(JSON.parse(text)).resourceSpans) {
          from = part.resource.attributes;
          spans.push(...part.scopeSpans.flatMap((inner) => inner.spans));
        }
      } else if (request.url === '/v1/metrics') {
        for (const part of metrics.parse(JSON.parse(text)).resourceMetrics)
          received.push(...part.scopeMetrics.flatMap((inner) => inner.metrics));
      } else return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  return { ...server, bodies, headers, spans: () => spans, metrics: () => received, resource: () => from };
}
