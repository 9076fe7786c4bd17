import type { Approval } from '../../core/approval.ts';
import type { InputRequest } from '../../core/input.ts';
import { coverageInWords } from '../../core/rule-words.ts';

const TITLES = { once: 'Allow once', session: 'Allow for this session', always: 'Always allow' } as const;

/** The card as a form that every client can show: flat, with the words the specification knows. */
export function questionFor({ card, tool, client, id }: Approval): InputRequest {
  const reasons = card.reasons.length > 0 ? `\nWhy: ${card.reasons.join('; ')}` : '';
  const covers =
    card.scopes.length > 1
      ? `\n\nBeyond once, an answer covers: ${coverageInWords(card.remember, tool)}`
      : '';
  return {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: `${card.title} (${tool}, risk ${card.risk}, asked by ${client})${reasons}\n\n${card.preview}${covers}\n\nApproval ${id}`,
      requestedSchema: {
        type: 'object',
        properties: {
          decision: {
            type: 'string',
            title: 'Decision',
            oneOf: [
              ...card.scopes.map((scope) => ({ const: scope, title: TITLES[scope] })),
              { const: 'deny', title: 'Deny' },
            ],
          },
          feedback: { type: 'string', title: 'What should the agent do instead?' },
        },
        required: ['decision'],
      },
    },
  };
}
