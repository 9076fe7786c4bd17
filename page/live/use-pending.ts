import { useQueryClient } from '@tanstack/react-query';
import { RISKS } from '../../src/core/risk.ts';
import type { Output } from '../api/client.ts';
import { useRead } from '../api/use-acts.ts';
import { useNow } from '../ui/time.tsx';
import { useLive } from './use-live.ts';

type Listed = Output<'approvals/list'>;
export type Approval = Listed['approvals'][number];

const PENDING = { status: 'pending' } as const;

/** The questions that wait, the riskiest first, then the oldest. */
export function usePending() {
  const answer = useRead('approvals/list', PENDING);
  const now = useNow();
  const waiting = (answer.data?.approvals ?? [])
    .filter(({ expiresAt }) => Date.parse(expiresAt) > now)
    .toSorted((a, b) => weightOf(b) - weightOf(a) || a.createdAt.localeCompare(b.createdAt));
  return { ...answer, waiting };
}

const weightOf = ({ risk }: Approval): number => RISKS.indexOf(risk);

/** Keeps the list as events tell it, without asking again: a card is there as soon as the event is. */
export function useFollowPending(): void {
  const queries = useQueryClient();
  const change = (edit: (approvals: Listed['approvals']) => Listed['approvals']): void => {
    queries.setQueryData<Listed>(
      ['approvals/list', PENDING],
      (before) => before && { approvals: edit(before.approvals) },
    );
  };
  useLive(['approval.asked', 'approval.decided', 'approval.expired'], (event) => {
    if (event.name === 'approval.expired') {
      const { approvalId } = event.data;
      change((all) => all.filter(({ id }) => id !== approvalId));
    } else if (event.name === 'approval.asked') {
      // Sound: the event carries the approval as the act answers it.
      const asked = event.data.approval as Approval;
      change((all) => [...all.filter(({ id }) => id !== asked.id), asked]);
    } else if (event.name === 'approval.decided') {
      const { id: decided } = event.data.approval;
      change((all) => all.filter(({ id }) => id !== decided));
      void queries.invalidateQueries({ queryKey: ['approvals/list', { status: 'all' }] });
    }
  });
}
