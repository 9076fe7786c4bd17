import type { WebhookConfig } from '../../core/workflow/action.ts';
import { fillPayload, fillUrl } from './payload.ts';

type Data = Readonly<Record<string, unknown>>;

/** What goes over the wire, but for the signature. */
export interface WebhookRequest {
  readonly method: WebhookConfig['method'];
  readonly url: string;
  /** Left out where none is sent. */
  readonly payload?: unknown;
}

/** The one place that says what is sent: a person is shown this, their answer is bound to it, and it is sent. */
export function webhookRequest(
  { method, url, payload: kept }: Pick<WebhookConfig, 'method' | 'url' | 'payload'>,
  { payload: given, variables = {} }: { readonly payload?: unknown; readonly variables?: Data | undefined },
): WebhookRequest {
  const request = { method, url: fillUrl(url, variables) };
  if (method === 'GET' || method === 'DELETE') return request;
  // Many a client says null for what it leaves out.
  return { ...request, payload: fillPayload(given ?? kept ?? variables, variables) };
}
