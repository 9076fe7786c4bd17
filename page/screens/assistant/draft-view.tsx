import { Prose } from './prose.tsx';
import { Reasoning } from './reasoning.tsx';
import type { Draft } from './use-conversation.ts';

/** The answer while it is being written; screen readers hear it when it is complete. */
export function DraftView({ draft }: { readonly draft: Draft }) {
  return (
    <article aria-label="Assistant, writing" aria-busy="true" className="flex min-w-0 flex-col gap-2">
      {draft.reasoning !== '' && <Reasoning text={draft.reasoning} />}
      {draft.text !== '' && <Prose text={draft.text} />}
      <span aria-hidden className="h-4 w-2 animate-pulse rounded-sm bg-soft" />
    </article>
  );
}
