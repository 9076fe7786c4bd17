import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import type { CallState } from './use-calls.ts';

const LOOKS: Readonly<Record<CallState, { look: BadgeLook; word: string }>> = {
  pending_confirmation: { look: 'warn', word: 'waits for you' },
  approved: { look: 'low', word: 'allowed' },
  executing: { look: 'low', word: 'running' },
  completed: { look: 'good', word: 'completed' },
  failed: { look: 'bad', word: 'failed' },
  denied: { look: 'bad', word: 'denied' },
  cut_off: { look: 'bad', word: 'cut off' },
};

export const stateInWords = (state: CallState): string => LOOKS[state].word;

export function StateBadge({ state }: { readonly state: CallState }) {
  const { look, word } = LOOKS[state];
  return <Badge look={look}>{word}</Badge>;
}
