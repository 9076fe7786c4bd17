import {
  APPROVAL_SCOPES,
  type ApprovalAnswer,
  type ApprovalCard,
  type ApprovalScope,
  SCOPE_TITLES,
} from './approval.ts';

/** One answer a card offers. */
export interface Choice {
  /** The word for it in forms: a scope, or `deny`. */
  readonly word: ApprovalScope | 'deny';
  /** The key for it in a terminal. */
  readonly key: string;
  readonly title: string;
  readonly answer: ApprovalAnswer;
}

const KEYS: Readonly<Record<ApprovalScope, string>> = { once: 'y', session: 's', always: 'w' };

/** What can be said to this card, and nothing else: the scopes are the card's own. */
export const choicesFor = ({ scopes }: Pick<ApprovalCard, 'scopes'>): readonly Choice[] => [
  ...scopes.map(
    (scope): Choice => ({
      word: scope,
      key: KEYS[scope],
      title: SCOPE_TITLES[scope],
      answer: { verdict: 'approve', scope },
    }),
  ),
  { word: 'deny', key: 'n', title: 'Deny', answer: { verdict: 'deny', scope: 'once' } },
];

/** The answer a word stands for; a word that is none of the choices is a denial. */
export function answerOf(word: unknown, feedback?: unknown): ApprovalAnswer {
  const scope = APPROVAL_SCOPES.find((known) => known === word);
  return {
    verdict: scope === undefined ? 'deny' : 'approve',
    scope: scope ?? 'once',
    ...(typeof feedback === 'string' && feedback !== '' && { feedback }),
  };
}
