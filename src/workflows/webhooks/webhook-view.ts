import { refuseUrl } from '../../core/address/url-policy.ts';
import { isOwnSecret } from '../../core/workflow/stored-secret.ts';
import type { WebhookView } from '../../core/workflow/workflows.ts';
import type { ActionRow } from '../../store/actions.ts';
import type { IncomingRow } from '../../store/webhooks.ts';
import type { Parts } from '../parts.ts';

/** A way in; its token is shown once, to the person who makes it. */
export function incomingView(row: IncomingRow, { definitions }: Pick<Parts, 'definitions'>): WebhookView {
  const workflow = definitions.find(row.workflowId);
  const isEnabled = workflow?.enabled?.hash === workflow?.hash;
  const hasToken = row.tokenHash !== null;
  const hint = !isEnabled
    ? `A person enables the workflow with: toolgate workflows enable ${row.workflowId}`
    : hasToken
      ? undefined
      : `A person makes its token or secret on the page, or with: toolgate webhooks rotate ${row.id}`;
  return {
    webhookId: row.id,
    direction: 'incoming',
    name: row.name,
    workflowId: row.workflowId,
    path: `/hooks/${row.id}`,
    auth: row.auth,
    isReady: isEnabled && hasToken,
    hasSecret: hasToken,
    ...(hint !== undefined && { hint }),
    ...(row.lastUsedAt !== null && { lastUsedAt: row.lastUsedAt }),
  };
}

/** All that are sent. */
export const outgoing = (
  parts: Pick<Parts, 'actions' | 'services' | 'allowedOrigins'>,
): Promise<WebhookView[]> =>
  Promise.all(
    parts.actions
      .list()
      .filter(({ type }) => type === 'webhook')
      .map((one) => outgoingView(one, parts)),
  );

/** An outgoing webhook is an action; credentials in its address are not shown. */
async function outgoingView(
  { id, name, config, isEnabled }: ActionRow,
  { services, allowedOrigins }: Pick<Parts, 'services' | 'allowedOrigins'>,
): Promise<WebhookView> {
  const secret = config.secret === undefined ? undefined : String(config.secret);
  const isMisused = secret !== undefined && isOwnSecret(secret);
  const lacksSecret =
    secret !== undefined && !isMisused && (await services.secrets.get(secret)) === undefined;
  // An address that values are filled into is known when it is sent.
  const url = String(config.url);
  const refusal = url.includes('{{') ? undefined : refuseUrl(url, allowedOrigins);
  const problems = [
    !isEnabled && 'It is switched off; update_action with isEnabled true switches it on.',
    isMisused && `The secret ${secret} is for its incoming webhook only; update_action names another one.`,
    lacksSecret && `A person stores the secret that signs it with: toolgate secrets set ${secret}`,
    refusal !== undefined &&
      `It will not be sent: ${refusal}. A person can add its origin to egress.allowedOrigins.`,
  ].filter((problem) => problem !== false);
  const [hint] = problems;
  return {
    webhookId: id,
    direction: 'outgoing',
    name,
    url: withoutCredentials(url),
    isReady: problems.length === 0,
    ...(hint !== undefined && { hint }),
  };
}

const withoutCredentials = (url: string): string => url.replace(/^([a-z]+:\/\/)[^/@]*@/i, '$1');
