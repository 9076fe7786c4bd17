import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ToolError, toToolError } from '../../core/errors.ts';
import { cutAtWord } from '../../core/text/cut-at-word.ts';
import type { WebhookConfig } from '../../core/workflow/action.ts';
import { readStoredSecret } from '../../core/workflow/stored-secret.ts';
import type { WebhookStore } from '../../store/webhooks.ts';
import type { Services } from '../services.ts';
import { signature } from './sign.ts';
import { webhookRequest } from './webhook-request.ts';

type Data = Readonly<Record<string, unknown>>;

interface Sending {
  readonly webhookId: string;
  readonly config: WebhookConfig;
  readonly payload: unknown;
  readonly variables: Data;
  readonly runId: string;
  readonly signal: AbortSignal;
}

export interface Sent {
  readonly statusCode: number;
  readonly responseBody: string;
  readonly retryAttempts: number;
}

const SHOWN = 10_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** Sends until it is taken: the same id each time, signed anew, with a growing wait in between. */
export async function sendWebhook(
  { webhookId, config, payload, variables, runId, signal }: Sending,
  { services, store }: { readonly services: Services; readonly store: WebhookStore },
): Promise<Sent> {
  const { url, method, ...content } = webhookRequest(config, { payload, variables });
  const hasBody = 'payload' in content;
  const body = hasBody ? JSON.stringify(content.payload) : '';
  const secret =
    config.secret === undefined ? undefined : await readStoredSecret(config.secret, services.secrets);
  const eventId = `msg_${randomUUID()}`;
  for (let attempt = 0; ; attempt++) {
    const startedAt = performance.now();
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...config.headers,
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      ...(secret !== undefined && { 'webhook-signature': signature(secret, eventId, timestamp, body) }),
    };
    const tried = await services
      .send({ url, method, headers, body, timeoutMs: config.timeoutMs, signal })
      .catch((error: unknown) => toToolError(error));
    const isRefused = tried instanceof ToolError;
    store.addDelivery({
      id: randomUUID(),
      direction: 'out',
      webhookId,
      eventId,
      attempt: attempt + 1,
      status: isRefused ? 'failed' : tried.status < 400 ? 'delivered' : 'refused',
      statusCode: isRefused ? null : tried.status,
      detail: isRefused ? services.redact(tried.message) : null,
      runId,
      durationMs: Math.round(performance.now() - startedAt),
    });
    const isLast = attempt >= config.retryCount || !isWorthTrying(tried) || signal.aborted;
    if (!isLast) {
      await pause(waitMs(attempt, tried), undefined, { signal }).catch(() => {});
      continue;
    }
    if (isRefused) throw tried;
    return { statusCode: tried.status, responseBody: cutAtWord(tried.text, SHOWN), retryAttempts: attempt };
  }
}

/** What was refused for what it is would be refused again. */
const isWorthTrying = (tried: ToolError | { readonly status: number }): boolean =>
  tried instanceof ToolError
    ? tried.code === 'UNAVAILABLE' || tried.code === 'TIMEOUT'
    : tried.status >= 500 || tried.status === 429 || tried.status === 408;

type Tried = Awaited<ReturnType<Services['send']>> | ToolError;

/** As long as the receiver asks for; who asks for more than anybody waits is tried again all the same. */
const waitMs = (attempt: number, tried: Tried): number =>
  Math.min(
    Math.max(
      FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2),
      tried instanceof ToolError ? 0 : retryAfterMs(tried.headers['retry-after']),
    ),
    LONGEST_WAIT_MS,
  );

/** Seconds, or a date. */
function retryAfterMs(asked: unknown): number {
  const text = String(asked ?? '');
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : at - Date.now();
}
