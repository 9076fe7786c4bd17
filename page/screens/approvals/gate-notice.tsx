import type { Gated } from '../../live/use-gated.ts';
import { Failed } from '../../ui/states.tsx';
import { Card } from './card.tsx';

/** What stands between a person and what they asked for: a question, a no, or an error. */
export function GateNotice({ gated }: { readonly gated: Gated }) {
  const { approval, refused, error } = gated;
  return (
    <>
      {error !== undefined && <Failed error={error} />}
      {refused !== undefined && (
        <p role="status" className="text-soft">
          {refused === 'denied' ? 'You denied it' : 'Nobody answered in time'}; nothing was done.
        </p>
      )}
      {approval && (
        <div className="[&_footer]:static">
          <Card approval={approval} />
        </div>
      )}
    </>
  );
}
