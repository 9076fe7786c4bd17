import { hash, randomUUID } from 'node:crypto';
import { type Call, resolved, type Step } from '../core/call.ts';
import { ToolError } from '../core/errors.ts';
import { InputRequired } from '../core/input.ts';

const KEY = 'approval';

interface ApprovalState {
  readonly nonce: string;
  /** What the person was shown: approving one call approves no other. */
  readonly digest: string;
}

/** Asks the person at the client; the answer counts for exactly this call, once. */
export const approve = (): Step => {
  const pending = new Set<string>();
  return (call, next) => {
    if (call.facts.decision?.verdict !== 'ask') return next(call);
    const answer = answerOf(call);
    if (!answer) throw askFor(call, pending);
    if (!pending.delete(answer.state.nonce) || answer.state.digest !== digestOf(call)) {
      throw new ToolError(
        'APPROVAL_EXPIRED',
        'This approval does not belong to this call, or was used before',
        {
          hint: 'Call again without it to ask anew.',
        },
      );
    }
    if (answer.accepted) return next(call);
    throw new ToolError('PERMISSION_DENIED', `The person did not allow ${resolved(call).tool.name}`, {
      hint: 'Do not repeat the call; ask what they want instead.',
    });
  };
};

function askFor(call: Call, pending: Set<string>): Error {
  const { tool, args } = resolved(call);
  if (call.request.clientCapabilities?.elicitation === undefined) {
    return new ToolError(
      'PERMISSION_DENIED',
      `${tool.name} needs a person's approval, and this client cannot ask one`,
      {
        hint: `A person can allow it with toolPermissions.${tool.name} = "allowed" in the configuration.`,
      },
    );
  }
  const state: ApprovalState = { nonce: randomUUID(), digest: digestOf(call) };
  pending.add(state.nonce);
  const message = `Allow ${tool.name}? Risk ${call.facts.risk}. Arguments: ${JSON.stringify(args)}`;
  const requestedSchema = {
    type: 'object',
    properties: { allow: { type: 'boolean', title: 'Allow this call', default: false } },
    required: ['allow'],
  };
  return new InputRequired(
    { [KEY]: { method: 'elicitation/create', params: { message, requestedSchema } } },
    { [KEY]: state },
  );
}

function answerOf(call: Call): { state: ApprovalState; accepted: boolean } | undefined {
  const { input } = call.request;
  const state = (input?.state as { [KEY]?: ApprovalState } | undefined)?.[KEY];
  const response = input?.responses[KEY] as { action?: unknown; content?: { allow?: unknown } } | undefined;
  if (!state || !response) return undefined;
  return { state, accepted: response.action === 'accept' && response.content?.allow === true };
}

function digestOf(call: Call): string {
  const { tool, args } = resolved(call);
  const { principal, session, cwd } = call.request.caller;
  return hash('sha256', JSON.stringify([tool.name, args, principal, session, cwd]));
}
