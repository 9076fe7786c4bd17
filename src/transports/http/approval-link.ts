import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOf } from '../../core/approval/approval-answer.ts';
import { approvalOfLink } from '../../core/approval/approval-link.ts';
import { UsageError } from '../../core/errors.ts';
import type { Host } from '../../host/create-host.ts';
import { approvalPage, messagePage } from './approval-page.ts';
import { readBody } from './body.ts';
import { replyPage } from './reply.ts';

const MAX_BYTES = 8192;

/** GET shows the card with its buttons, POST answers it. */
export async function serveLink(
  host: Host,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const approval = host.approvals.get(approvalOfLink(host.stateKey, pathname) ?? '');
  const reply = (status: number, html: string): void => replyPage(response, html, status);
  if (!approval) return reply(404, messagePage('This link is not valid.'));
  const isOpen = approval.status === 'pending' && approval.expiresAt > new Date().toISOString();
  if (!isOpen) return reply(410, messagePage(`This question is closed: ${closedAs(approval.status)}.`));
  if (request.method === 'GET' || request.method === 'HEAD') return reply(200, approvalPage(approval));
  if (request.method !== 'POST') return reply(405, messagePage('Open this link in a browser.'));
  const form = new URLSearchParams((await readBody(request, MAX_BYTES)).toString());
  try {
    const decided = host.approvals.decide(approval.id, {
      ...answerOf(form.get('answer'), form.get('feedback')),
      by: 'link',
      via: 'link',
    });
    reply(200, messagePage(decided.status === 'approved' ? 'Allowed.' : 'Denied.'));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    reply(409, messagePage(error.message));
  }
}

const closedAs = (status: string): string => (status === 'pending' ? 'expired' : status);
