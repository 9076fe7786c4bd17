import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { APPROVAL_SCOPES } from '../../core/approval.ts';
import { UsageError } from '../../core/errors.ts';
import type { Host } from '../../host/create-host.ts';
import { readJson } from './read-json.ts';
import { replyJson } from './reply.ts';

export const APPROVALS_PATH = '/api/approvals';

const decisionSchema = z.strictObject({
  verdict: z.enum(['approve', 'deny']),
  scope: z.enum(APPROVAL_SCOPES).default('once'),
  feedback: z.string().max(2000).optional(),
  editedArgs: z.record(z.string(), z.unknown()).optional(),
});

/** GET /api/approvals lists what waits; POST /api/approvals/ID answers it. */
export async function serveApprovals(
  host: Host,
  principal: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const id = pathname.slice(APPROVALS_PATH.length + 1);
  if (request.method === 'GET' && id === '') {
    const status = searchParams.get('status') ?? 'pending';
    const known = ['pending', 'approved', 'denied', 'expired', 'consumed'] as const;
    return replyJson(response, 200, { approvals: host.approvals.list(known.find((one) => one === status)) });
  }
  if (request.method === 'GET') {
    const approval = host.approvals.get(id);
    return approval
      ? replyJson(response, 200, approval)
      : replyJson(response, 404, { error: `There is no approval "${id}"` });
  }
  if (request.method !== 'POST' || id === '')
    return replyJson(
      response,
      405,
      { error: 'GET the list, or POST to one approval' },
      { allow: 'GET, POST' },
    );
  await decide(host, principal, id, request, response);
}

async function decide(
  host: Host,
  principal: string,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const decision = await readJson(request, response, decisionSchema);
  if (!decision) return;
  try {
    replyJson(response, 200, host.approvals.decide(id, { ...decision, by: principal, via: 'api' }));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    replyJson(response, 409, { error: error.message });
  }
}
