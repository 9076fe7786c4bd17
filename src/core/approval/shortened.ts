import type { Approval, ApprovalCard } from './approval.ts';

type Data = Readonly<Record<string, unknown>>;

/** Of all that is shown of one call in lists and events. */
const MOST_LISTED = 50_000;
const MOST_OF_TEXT = 2000;
const MOST_ENTRIES = 20;

/** As lists and events have it: of a question with long arguments only the beginning; `approvals/get` has all of it. */
export function shortened<T extends Pick<Approval, 'card' | 'args'> & { readonly editedArgs?: Data | null }>(
  asked: T,
): T & Pick<Approval, 'isShortened'> {
  const { card, args, editedArgs = null } = asked;
  if (isShort([card, args, editedArgs])) return asked;
  return {
    ...asked,
    card: shortCard(card),
    args: shortArguments(args),
    ...(editedArgs && { editedArgs: shortArguments(editedArgs) }),
    isShortened: true,
  };
}

/** Arguments as they are, or the beginning of each long one. */
export function shortArguments(args: Data): Record<string, unknown> {
  if (isShort(args)) return args;
  return Object.fromEntries(
    Object.entries(args)
      .slice(0, MOST_ENTRIES)
      .map(([name, value]) => [cut(name), isShort(value, MOST_OF_TEXT) ? value : cut(asText(value))]),
  );
}

function shortCard(card: ApprovalCard): ApprovalCard {
  const { title, risk, reasons, rule, preview, details, scopes, remember } = card;
  const few = (texts: readonly string[]): readonly string[] => texts.slice(0, MOST_ENTRIES).map(cut);
  return {
    title: cut(title),
    risk,
    reasons: few(reasons),
    preview: cut(preview),
    scopes,
    // Less of a pattern would cover more.
    remember: isShort(remember, MOST_OF_TEXT) ? remember : { args: 'shortened' },
    ...(rule !== undefined && { rule: cut(rule) }),
    ...(details && { details: few(details) }),
  };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const isShort = (value: unknown, most = MOST_LISTED): boolean => (JSON.stringify(value)?.length ?? 0) <= most;

const cut = (text: string): string =>
  text.length <= MOST_OF_TEXT
    ? text
    : `${text.slice(0, MOST_OF_TEXT)}... (${text.length - MOST_OF_TEXT} more characters)`;
