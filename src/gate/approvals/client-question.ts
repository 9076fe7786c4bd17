import { type Approval, cardText } from '../../core/approval/approval.ts';
import { choicesFor } from '../../core/approval/approval-answer.ts';
import { coverageInWords } from '../../core/approval/rule-words.ts';
import type { InputRequest } from '../../core/call/input.ts';

/**
 * The card as a form that every client can show: flat, with the words the specification knows. One field only:
 * a form with an optional text beside it cannot be sent in some clients.
 */
export function questionFor(asked: Approval): InputRequest {
  return {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: wordsFor(asked),
      requestedSchema: {
        type: 'object',
        properties: {
          decision: {
            type: 'string',
            title: 'Decision',
            oneOf: choicesFor(asked.card).map(({ word, title }) => ({ const: word, title })),
          },
        },
        required: ['decision'],
      },
    },
  };
}

/** What the person reads there. */
export function wordsFor({ card, tool, client, id }: Approval): string {
  const reasons = card.reasons.length > 0 ? `\nWhy: ${card.reasons.join('; ')}` : '';
  const covered = coverageInWords({ card, tool });
  const covers = covered === undefined ? '' : `\n\nIf you allow it for longer, that covers: ${covered}`;
  return `${card.title} (${tool}, risk ${card.risk}, asked by ${client})${reasons}\n\n${cardText(card)}${covers}\n\nApproval ${id}`;
}
