import type { Approval } from '../../live/use-pending.ts';

/** What it is about, in one line: the command, else the first text among the arguments. */
export const summaryOf = ({ args }: Pick<Approval, 'args'>): string =>
  [args.command, ...Object.values(args)]
    .filter((value) => typeof value === 'string')
    .map((value) => value.slice(0, 120).split('\n')[0] ?? '')
    .find((value) => value !== '') ?? '';
