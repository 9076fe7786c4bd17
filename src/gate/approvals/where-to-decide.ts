import type { Approval } from '../../core/approval/approval.ts';
import type { InputRequest } from '../../core/call/input.ts';
import { withOwnCommand } from '../../core/process/own-command.ts';

/** Tells a person at the client, at once, that a call waits for them and where they can decide. */
export function whereToDecide({ id, tool, risk }: Approval, url: string | undefined): string {
  const command = withOwnCommand(`toolgate approvals show ${id.slice(0, 8)}`);
  const page = url === undefined ? '' : `, or open ${url}`;
  return `${tool} is ${risk} and waits for a person. In a terminal: ${command}, then approve or deny${page}`;
}

/** The same as a question that opens a page; the page asks for the person's own credential, so the client cannot answer. */
export const pageQuestion = (asked: Approval, url: string): InputRequest => ({
  method: 'elicitation/create',
  params: { mode: 'url', message: whereToDecide(asked, undefined), url, elicitationId: asked.id },
});

/** Where the page shows this question. */
export const pageFor = (address: string | undefined, { id }: Approval): string | undefined =>
  address === undefined ? undefined : `${address}/?approval=${id}`;
