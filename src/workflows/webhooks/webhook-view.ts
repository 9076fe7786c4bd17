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

/** An outgoing webhook is an action; credentials in its address are not shown. */
export const outgoingView = ({ id, name, config, isEnabled }: ActionRow): WebhookView => ({
  webhookId: id,
  direction: 'outgoing',
  name,
  url: withoutCredentials(String(config.url)),
  isReady: isEnabled,
});

const withoutCredentials = (url: string): string => url.replace(/^([a-z]+:\/\/)[^/@]*@/i, '$1');
