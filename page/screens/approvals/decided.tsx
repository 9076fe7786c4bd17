import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import type { Output } from '../../api/client.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import type { Approval } from '../../live/use-pending.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RiskBadge } from '../../ui/risk-badge.tsx';
import { shownPrincipal } from '../../ui/shown-principal.ts';
import { Answer, Empty, Failed } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { Arguments } from './arguments.tsx';
import { Preview } from './preview.tsx';
import { summaryOf } from './summary-of.ts';

type Rule = Output<'rules/list'>['rules'][number];

/** What was answered, by whom, how; a rule that came of it can be taken back. */
export function Decided() {
  const all = useRead(
    'approvals/list',
    { status: 'all' },
    { refreshOn: ['approval.decided', 'approval.expired'] },
  );
  const rules = useRead('rules/list', {}, { refreshOn: ['rules.changed'] });
  return (
    <Answer of={all} what="decided approvals">
      {({ approvals }) => {
        const decided = approvals.filter(({ status }) => status !== 'pending');
        if (decided.length === 0)
          return <Empty title="Nothing was decided yet">Answers to what agents ask are kept here.</Empty>;
        return (
          <ul aria-label="Decided approvals" className="flex flex-col gap-2">
            {decided.slice(0, 200).map((approval) => (
              <Row key={approval.id} approval={approval} rule={ruleOf(approval, rules.data?.rules ?? [])} />
            ))}
          </ul>
        );
      }}
    </Answer>
  );
}

const STATUS: Readonly<Record<Approval['status'], { look: BadgeLook; word: string }>> = {
  pending: { look: 'plain', word: 'waiting' },
  approved: { look: 'good', word: 'allowed, not used yet' },
  consumed: { look: 'good', word: 'allowed' },
  denied: { look: 'bad', word: 'denied' },
  expired: { look: 'warn', word: 'expired' },
};

/** The rule was made with the answer, a moment after it. */
const ruleOf = ({ scope, tool, card, decidedAt }: Approval, rules: readonly Rule[]): Rule | undefined =>
  scope === null || scope === 'once' || decidedAt === null
    ? undefined
    : rules.find(
        (rule) =>
          rule.tool === tool &&
          Math.abs(Date.parse(rule.createdAt) - Date.parse(decidedAt)) < 5000 &&
          // Whom it is for, and up to which risk, comes with the answer.
          JSON.stringify({ ...rule.pattern, upTo: undefined, principal: undefined }) ===
            JSON.stringify({ ...card.remember, upTo: undefined, principal: undefined }),
      );

function Row({ approval, rule }: { readonly approval: Approval; readonly rule: Rule | undefined }) {
  const { card, risk, tool, client, status, scope, decidedBy, decidedVia, decidedAt, feedback, editedArgs } =
    approval;
  const [isOpen, setOpen] = useState(false);
  const remove = useAct('rules/remove', ['rules/list']);
  const { look, word } = STATUS[status];
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-panel p-3">
      <div className="flex flex-wrap items-center gap-2">
        <RiskBadge risk={risk} />
        <Badge look={look}>{word}</Badge>
        {scope !== null && scope !== 'once' && (
          <Badge>{scope === 'always' ? 'by rule' : 'for the session'}</Badge>
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-w-0 flex-1 basis-40 truncate text-left font-medium hover:underline"
        >
          {visible(card.title)}{' '}
          <span className="font-mono font-normal text-soft text-xs">
            {visible(summaryOf(approval)) || tool}
          </span>
        </button>
        <span className="text-soft text-xs">
          {visible(client)}
          {decidedAt !== null && (
            <>
              , decided by {shownPrincipal(decidedBy ?? '')}
              {decidedVia !== decidedBy && ` (${decidedVia})`} <Ago at={decidedAt} />
            </>
          )}
        </span>
        {rule && (
          <Button disabled={remove.isPending} onClick={() => remove.mutate({ id: rule.id })}>
            Undo rule
          </Button>
        )}
      </div>
      {status === 'approved' && (
        <p className="text-soft text-xs">
          Nothing has run with this yes. It counts once, for the same call: start it again, or let the agent.
        </p>
      )}
      {feedback !== null && <p className="break-words text-soft">Told the agent: {visible(feedback)}</p>}
      {remove.error && <Failed error={remove.error} />}
      {isOpen && (
        <div className="flex min-w-0 flex-col gap-2">
          <Preview card={card} />
          <Arguments args={editedArgs ?? approval.args} />
        </div>
      )}
    </li>
  );
}
