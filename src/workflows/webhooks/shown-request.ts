import type { PreviewPart } from '../../core/approval/preview.ts';
import type { WebhookConfig } from '../../core/workflow/action.ts';
import { signedWith } from '../../core/workflow/stored-secret.ts';
import type { Services } from '../services.ts';

type Shown = Pick<WebhookConfig, 'method' | 'url' | 'headers' | 'payload' | 'secret'>;

/** What goes over the wire, for people: an agent may have written any of it, headers as well as the body. */
export const requestPart = (config: Shown, services: Pick<Services, 'redact'>): PreviewPart => ({
  kind: 'request',
  method: config.method,
  url: services.redact(config.url),
  headers: headerLines(config, services),
  body: config.payload === undefined ? '' : services.redact(JSON.stringify(config.payload, null, 2)),
  ...(config.secret !== undefined && { signedWith: config.secret }),
});

/** The same as a text. */
export function requestText(config: Shown, services: Pick<Services, 'redact'>): string {
  const { method, url, payload, secret } = config;
  const body = payload === undefined ? 'without a body' : JSON.stringify(payload, null, 2);
  const around = [...headerLines(config, services), ...(secret === undefined ? [] : [signedWith(secret)])];
  return [`${method} ${url}`, ...around.map((line) => `  ${line}`), body].join('\n');
}

const headerLines = ({ headers }: Shown, { redact }: Pick<Services, 'redact'>): string[] =>
  Object.entries(headers).map(([name, value]) => redact(`${name}: ${value}`));
