import { Link } from '@tanstack/react-router';
import { visible } from '../../../src/core/text/visible.ts';
import { useRead } from '../../api/use-acts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RiskBadge } from '../../ui/risk-badge.tsx';
import { shownPrincipal } from '../../ui/shown-principal.ts';
import { Answer } from '../../ui/states.tsx';
import { TextBlock } from '../../ui/text-block.tsx';
import { durationInWords } from '../../ui/time.tsx';
import { StateBadge } from './state-badge.tsx';
import type { ShownCall } from './use-calls.ts';

/** Arguments, result and the entry in the record of one call. */
export function CallDetail({ call, onClose }: { readonly call: ShownCall; readonly onClose: () => void }) {
  const entry = useRead('audit/query', { seq: call.seq, limit: 1 }, { isNeeded: call.seq > 0 });
  return (
    <Dialog isOpen onClose={onClose} title={visible(call.tool)}>
      <div className="flex flex-wrap items-center gap-2 text-soft">
        <StateBadge state={call.state} />
        {call.risk !== null && <RiskBadge risk={call.risk} />}
        <span>
          {visible(call.client)} ({shownPrincipal(call.principal)})
        </span>
        {call.durationMs !== null && <span>{durationInWords(call.durationMs)}</span>}
        {call.state === 'pending_confirmation' && (
          <Link
            to={call.approvalId === undefined ? '/approvals' : `/approvals/${call.approvalId}`}
            className="text-accent underline"
          >
            Answer it
          </Link>
        )}
      </div>
      {call.setAside.length > 0 && (
        <section className="flex flex-col gap-1">
          <h3 className="font-semibold">Set aside</h3>
          <p className="text-soft">
            These appeared under protected names while the call could write there. Who made them cannot be
            told: look at them, and give back the name of one that is yours.
          </p>
          <TextBlock text={call.setAside.map(visible).join('\n')} label="Set aside" />
        </section>
      )}
      {call.result !== undefined && (
        <section className="flex flex-col gap-1">
          <h3 className="font-semibold">Result</h3>
          <TextBlock text={call.result} label="Result" />
        </section>
      )}
      {call.seq > 0 && (
        <Answer of={entry} what="the record">
          {({ entries: [found] }) => (
            <>
              <section className="flex flex-col gap-1">
                <h3 className="font-semibold">Arguments</h3>
                <TextBlock text={asText(found?.body.args)} label="Arguments" />
              </section>
              <section className="flex flex-col gap-1">
                <h3 className="font-semibold">Entry {call.seq} of the record</h3>
                <TextBlock text={asText(found?.body)} label="Entry of the record" />
              </section>
            </>
          )}
        </Answer>
      )}
    </Dialog>
  );
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'none');
