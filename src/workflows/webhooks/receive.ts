import { hash, randomUUID } from 'node:crypto';
import { toToolError } from '../../core/errors.ts';
import { parseShallow } from '../../core/text/json-depth.ts';
import { ownSecretOf } from '../../core/workflow/stored-secret.ts';
import type { IncomingRow, WebhookStore } from '../../store/webhooks.ts';
import type { Definition, Definitions, Enabled } from '../definitions/definitions.ts';
import { valueAt } from '../expression/scope.ts';
import { type StartParts, startTriggered } from '../runs/start-run.ts';
import type { Services } from '../services.ts';
import { githubSignature, isSame, signature } from './sign.ts';

/** What arrived at a webhook, as it arrived. */
export interface Delivery {
  readonly webhookId: string;
  /** In the path; a header is the better place. */
  readonly token: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface Receipt {
  readonly status: 200 | 202 | 400 | 401 | 403 | 409 | 429;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

interface ReceiveParts extends StartParts {
  readonly services: Services;
  readonly store: WebhookStore;
  readonly definitions: Definitions;
}

// A guess teaches nothing: an unknown webhook and a wrong token sound the same.
const UNKNOWN: Receipt = {
  status: 401,
  body: { error: 'There is no such webhook, or its token or signature is wrong' },
};

export const tokenHash = (token: string): string => hash('sha256', token);

/** Checks a delivery, maps its body to inputs and starts the workflow, once. */
export function createReceiver(parts: ReceiveParts): (delivery: Delivery) => Promise<Receipt> {
  const { store, definitions } = parts;
  const calls = new Map<string, number[]>();
  return async (delivery) => {
    const row = store.get(delivery.webhookId);
    const verified = row && (await verify(row, delivery, parts.services));
    if (!row || !verified) return UNKNOWN;
    if ('error' in verified) return { status: 401, body: { error: verified.error } };
    const waitS = takeRoom(calls, row);
    if (waitS > 0)
      return {
        status: 429,
        headers: { 'retry-after': String(waitS) },
        body: { error: `At most ${row.perMinute} a minute` },
      };
    // What GitHub sends to try out an address: nothing has happened that a workflow could be about.
    if (row.auth === 'github' && delivery.headers['x-github-event'] === 'ping')
      return { status: 200, body: { message: 'The ping was received; it starts nothing' } };
    const definition = definitions.find(row.workflowId);
    if (!isEnabled(definition))
      return { status: 403, body: { error: 'The workflow changed, or nobody enabled it: a person has to' } };
    const inputs = inputsFrom(row, bodyOf(delivery), definition);
    if (inputs === undefined)
      return { status: 400, body: { error: 'The body is not a JSON object; send application/json' } };
    return start(row, definition, inputs, verified.eventId, parts);
  };
}

const isEnabled = (definition: Definition | undefined): definition is Definition & { enabled: Enabled } =>
  definition?.enabled?.hash === definition?.hash && definition?.enabled != null;

async function start(
  row: IncomingRow,
  definition: Definition & { enabled: Enabled },
  inputs: Readonly<Record<string, unknown>>,
  eventId: string,
  parts: ReceiveParts,
): Promise<Receipt> {
  const { store } = parts;
  const known = { direction: 'in', webhookId: row.id, eventId, attempt: 1, statusCode: 202 } as const;
  const nothing = { detail: null, runId: null, durationMs: null };
  const id = store.receive({ id: randomUUID(), ...known, status: 'received', ...nothing });
  if (id === undefined) return receivedBefore(eventId);
  try {
    const { runId, isNew } = await startTriggered(
      {
        definition,
        inputs,
        trigger: 'webhook',
        client: `webhook:${row.name}`,
        idempotencyKey: `webhook:${row.id}:${eventId}`,
      },
      parts,
    );
    store.noteRun(id, runId, 'started');
    // The host ended before it could note the run, or the same delivery came twice at once.
    if (!isNew) return receivedBefore(eventId);
    store.noteUse(row.id);
    return { status: 202, body: { executionId: runId, status: 'queued' } };
  } catch (error) {
    const { code, message } = toToolError(error);
    store.noteRun(id, null, 'failed');
    return { status: 400, body: { error: `${code}: ${message}` } };
  }
}

const receivedBefore = (eventId: string): Receipt => ({
  status: 409,
  body: { error: `The delivery ${eventId} was received before` },
});

async function verify(
  row: IncomingRow,
  { token, headers, body }: Delivery,
  services: Services,
): Promise<{ eventId: string } | { error: string } | undefined> {
  const header = (name: string): string => String(headers[name] ?? '');
  if (row.auth === 'token') {
    const bearer = /^Bearer +(\S+)$/i.exec(header('authorization'))?.[1];
    const given = bearer ?? (header('x-toolgate-token') || token || '');
    if (row.tokenHash === null || !isSame(tokenHash(given), row.tokenHash)) return undefined;
    return { eventId: header('idempotency-key') || header('webhook-id') || randomUUID() };
  }
  const secret = await services.secrets.get(ownSecretOf(row.id));
  if (secret === undefined) return undefined;
  if (row.auth === 'github') {
    const given = header('x-hub-signature-256');
    if (!isSame(given, githubSignature(secret, body))) return undefined;
    // The id beside it is not signed; the signature itself tells one body from another.
    return { eventId: given };
  }
  const eventId = header('webhook-id');
  const timestamp = Number(header('webhook-timestamp'));
  const expected = signature(secret, eventId, timestamp, body);
  if (
    eventId === '' ||
    !header('webhook-signature')
      .split(' ')
      .some((given) => isSame(given, expected))
  )
    return undefined;
  const ageS = Math.abs(Date.now() / 1000 - timestamp);
  // Not the other way round: a time that is none is no number, and larger than nothing.
  if (!(ageS <= row.toleranceS))
    return { error: `The delivery is ${Math.round(ageS)} s off; at most ${row.toleranceS} s are accepted` };
  return { eventId };
}

/** Counts the delivery; where there is no room for it, answers after how many seconds there is. */
function takeRoom(calls: Map<string, number[]>, { id, perMinute }: IncomingRow): number {
  const now = performance.now();
  const recent = (calls.get(id) ?? []).filter((at) => now - at < MINUTE_MS);
  calls.set(id, recent);
  if (recent.length < perMinute) {
    recent.push(now);
    return 0;
  }
  return Math.ceil(((recent[0] ?? now) + MINUTE_MS - now) / 1000);
}

const MINUTE_MS = 60_000;

/** Each input from its path in the body; without a map, fields that are called like inputs. */
function inputsFrom(
  { inputMap }: IncomingRow,
  body: unknown,
  { document }: Definition,
): Record<string, unknown> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const names = Object.keys((document.inputs?.properties as object | undefined) ?? {});
  const map =
    Object.keys(inputMap).length > 0 ? inputMap : Object.fromEntries(names.map((name) => [name, name]));
  return Object.fromEntries(
    Object.entries(map).flatMap(([input, path]) => {
      const value = path === '$' ? body : valueAt(body, path.split('.'));
      return value === undefined ? [] : [[input, value]];
    }),
  );
}

/** JSON, or a form with the JSON in `payload`: what GitHub sends unless it is told otherwise. */
function bodyOf({ headers, body }: Delivery): unknown {
  const text = body.toString('utf8');
  const isForm = String(headers['content-type']).startsWith('application/x-www-form-urlencoded');
  const json = (isForm ? new URLSearchParams(text).get('payload') : null) ?? text;
  try {
    return json === '' ? {} : parseShallow(json);
  } catch {
    return undefined;
  }
}
