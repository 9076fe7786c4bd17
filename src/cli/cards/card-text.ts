import { type Approval, type ApprovalScope, cardText } from '../../core/approval/approval.ts';
import { coverageInWords } from '../../core/approval/rule-words.ts';
import { terminalText } from '../terminal-text.ts';

/** One line for a list. */
export const approvalLine = ({ id, tool, risk, client, createdAt, card }: Approval): string =>
  `${id.slice(0, 8)}  ${risk.padEnd(8)} ${tool.padEnd(22)} ${client.padEnd(16)} ${createdAt.slice(11, 19)}  ${firstLine(card.preview)}`;

/** The whole card, as a person reads it in a terminal. */
export const approvalCard = (approval: Approval): string =>
  [...cardHead(approval), '', ...previewLines(approval), '', ...cardFoot(approval)].join('\n');

export const cardHead = ({ tool, client, principal, card, status, expiresAt }: Approval): string[] =>
  [
    `${card.title} - ${tool}`,
    `Risk ${card.risk}${card.reasons.length > 0 ? `: ${card.reasons.join('; ')}` : ''}`,
    `Asked by ${client} (${principal}); ${status}, open until ${expiresAt}`,
  ].map(terminalText);

export const previewLines = ({ card }: Approval): string[] =>
  terminalText(cardText(card))
    .split('\n')
    .map((line) => `  ${line}`);

export function cardFoot({ id, card, tool }: Approval): string[] {
  const covered = coverageInWords({ card, tool });
  return [
    `Approval ${id}. You can allow it ${card.scopes.map((scope) => SCOPE_WORDS[scope]).join(', ')}.`,
    ...(covered === undefined ? [] : [`If you allow it for longer, that covers: ${covered}`]),
  ];
}

const SCOPE_WORDS: Readonly<Record<ApprovalScope, string>> = {
  once: 'once',
  session: 'for this session',
  always: 'always',
};

const firstLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
};
