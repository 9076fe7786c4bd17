import { useEffect } from 'react';
import type { Approval } from '../../live/use-pending.ts';

interface Parts {
  readonly waiting: readonly Approval[];
  readonly shown: Approval | undefined;
  readonly onChoose: (id: string) => void;
  readonly onPick: (id: string) => void;
}

/** Keys press the buttons of the card, so what a button refuses, its key refuses too. */
const BUTTONS: Readonly<Record<string, string>> = { a: 'once', s: 'session', d: 'deny', e: 'edit' };

export function useInboxKeys({ waiting, shown, onChoose, onPick }: Parts): void {
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (ctrlKey || metaKey || altKey || isTyping(target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const at = waiting.findIndex(({ id }) => id === shown?.id);
      const next = waiting[at + (key === 'j' ? 1 : -1)];
      if ((key === 'j' || key === 'k') && next) onChoose(next.id);
      if (key === 'x' && shown) onPick(shown.id);
      const name = BUTTONS[key];
      if (name !== undefined) document.querySelector<HTMLButtonElement>(`[data-choice="${name}"]`)?.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [waiting, shown, onChoose, onPick]);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;
