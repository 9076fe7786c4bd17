import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLive } from '../live/use-live.ts';
import { usePending } from '../live/use-pending.ts';

/** Waiting approvals in the tab's title, and as a notification while the page is in the background. */
export function useNotify(): void {
  const { waiting } = usePending();
  const navigate = useNavigate();
  useEffect(() => {
    document.title = waiting.length > 0 ? `(${waiting.length}) Toolgate` : 'Toolgate';
  }, [waiting.length]);
  useLive(['approval.asked'], (event) => {
    if (event.name !== 'approval.asked' || !document.hidden) return;
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const { id, tool, risk, client, card } = event.data.approval;
    const note = new Notification(`${client} asks: ${card.title}`, { body: `${risk} · ${tool}`, tag: id });
    note.onclick = () => {
      window.focus();
      void navigate({ to: `/approvals/${id}` });
    };
  });
}
