import type { Approval } from '../../live/use-pending.ts';

/** What it is about, in one line: the name of a workflow, the command or script, else the first text among the arguments. */
export const summaryOf = ({ args, card }: Pick<Approval, 'args' | 'card'>): string =>
  [
    ...(card.parts ?? []).map((part) => part.kind === 'steps' && part.title),
    args.command,
    args.scriptName,
    ...Object.values(args),
  ]
    .filter((value) => typeof value === 'string')
    .map((value) => value.slice(0, 120).split('\n')[0] ?? '')
    .find((value) => value !== '') ?? '';
