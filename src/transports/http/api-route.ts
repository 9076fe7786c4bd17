import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { Scope } from '../../core/approval/scopes.ts';
import { type ErrorCode, ToolError, UsageError } from '../../core/errors.ts';
import { withOwnCommand } from '../../core/process/own-command.ts';
import { once } from '../../core/timing/once.ts';
import { type Act, type Actor, methodOf } from '../../host/admin/act.ts';
import { ACTS } from '../../host/admin/index.ts';
import { openApi } from '../../host/admin/openapi.ts';
import { runAct } from '../../host/admin/run-act.ts';
import type { Host } from '../../host/create-host.ts';
import { EVENT_SCOPES, EVENTS_PATH, serveEvents } from './events-route.ts';
import { METRICS_PATH, METRICS_SCOPES, serveMetrics } from './metrics-route.ts';
import { readJson } from './read-json.ts';
import { replyJson } from './reply.ts';

const API_PATH = '/api/';

/** What is served under an address, and who may have it. */
interface ApiTarget {
  /** One of these is enough. */
  readonly scopes: readonly Scope[];
  serve(parts: ApiParts, request: IncomingMessage, response: ServerResponse): Promise<void> | void;
}

interface ApiParts {
  readonly host: Host;
  readonly actor: Actor;
  /** What the token may do. */
  readonly scopes: readonly string[];
}

const OPENAPI = `${API_PATH}openapi.json`;
/** Anybody may ask for it, as often as they like. */
const description = once(openApi);

/** What the address names; undefined once the refusal, or the description of the interface, has been sent. */
export function findTarget(
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): ApiTarget | undefined {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (pathname === OPENAPI && isRead) return void replyJson(response, 200, description());
  if (pathname === METRICS_PATH)
    return {
      scopes: METRICS_SCOPES,
      serve: ({ host }, _request, to) =>
        isRead
          ? serveMetrics(host, to)
          : replyJson(to, 405, { error: `${METRICS_PATH} takes GET only` }, { allow: 'GET' }),
    };
  if (pathname === EVENTS_PATH && isRead)
    return {
      scopes: EVENT_SCOPES,
      serve: ({ host, scopes }, ...exchange) => serveEvents(host, scopes, ...exchange),
    };
  const path = pathname.slice(API_PATH.length);
  const fitting = ROUTES.flatMap((route) => {
    const found = route.pattern.exec(path);
    return found ? [{ ...route, fromPath: { ...found.groups } }] : [];
  });
  const method = isRead ? 'GET' : request.method;
  const target = fitting.find((route) => route.method === method);
  if (target)
    return {
      scopes: [target.act.scope],
      serve: (parts, ...exchange) => serveAct(target, parts, ...exchange),
    };
  const [first] = fitting;
  const allow = [...new Set(fitting.map((route) => route.method))].join(', ');
  // Who has no token is told so, whatever the method.
  if (first)
    return {
      scopes: [first.act.scope],
      serve: (_parts, _request, to) =>
        replyJson(to, 405, { error: `${pathname} takes ${allow} only` }, { allow }),
    };
  replyJson(response, 404, { error: `There is nothing at ${pathname}; ${OPENAPI} lists what there is` });
  return undefined;
}

/** Names go before patterns, so that an act is never taken for an id. */
const ROUTES = ACTS.flatMap((act) => [
  { act, method: methodOf(act), path: act.name },
  ...(act.routes ?? []).map((route) => ({ act, ...route })),
])
  .map((route) => ({
    ...route,
    pattern: new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
  .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));

/** Does the act and answers it. */
async function serveAct(
  { act, fromPath }: { readonly act: Act; readonly fromPath: Readonly<Record<string, string>> },
  { host, actor }: ApiParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const given =
    methodOf(act) === 'GET' ? fromQuery(act, request) : await readJson(request, response, bodySchema);
  if (given === undefined) return;
  try {
    replyJson(response, 200, await runAct(act, host, { ...given, ...fromPath }, actor));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ToolError)) throw error;
    const hint = error instanceof ToolError ? error.hint : undefined;
    replyJson(response, statusOf(error), {
      error: withOwnCommand(error.message),
      ...(hint !== undefined && { hint: withOwnCommand(hint) }),
    });
  }
}

const bodySchema = z.record(z.string(), z.unknown());

/** A query holds words; what the act takes as a number or a flag is read as one. */
function fromQuery({ input }: Act, request: IncomingMessage): Record<string, unknown> {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
  const typeOf = (name: string): unknown => (properties[name] as { type?: unknown } | undefined)?.type;
  return Object.fromEntries(
    [...searchParams].map(([name, text]) => [name, typeOf(name) === 'string' ? text : parsed(text)]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const STATUS: Partial<Record<ErrorCode, number>> = {
  VALIDATION: 400,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

const statusOf = (error: UsageError | ToolError): number =>
  (error instanceof ToolError ? STATUS[error.code] : undefined) ?? 409;
