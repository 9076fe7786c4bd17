import { Badge, type BadgeLook } from '../../ui/badge.tsx';

const LOOKS: Readonly<Record<string, BadgeLook>> = {
  completed: 'good',
  running: 'low',
  waiting: 'low',
  pending_confirm: 'warn',
  failed: 'bad',
  denied: 'bad',
  timed_out: 'bad',
};
const WORDS: Readonly<Record<string, string>> = {
  pending_confirm: 'waits for you',
  timed_out: 'timed out',
  completed: 'done',
};

/** How a run, or a step of it, stands. */
export const RunStatus = ({ status }: { readonly status: string }) => (
  <Badge look={LOOKS[status] ?? 'plain'}>{WORDS[status] ?? status}</Badge>
);

export const isOpenStatus = (status: string): boolean =>
  ['pending_confirm', 'queued', 'running', 'waiting'].includes(status);
