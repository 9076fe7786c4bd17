import { Failed } from '../../ui/states.tsx';
import { Card } from '../approvals/card.tsx';
import type { useGated } from './use-gated.ts';

/** What stands between a person and what they asked for: a question, or an error. */
export function GateNotice({ gated }: { readonly gated: ReturnType<typeof useGated> }) {
  const { approval, error } = gated;
  return (
    <>
      {error !== undefined && <Failed error={error} />}
      {approval && (
        <div className="[&_footer]:static">
          <Card approval={approval} />
        </div>
      )}
    </>
  );
}
