import { Check, Pause, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { coverageInWords } from '../../../src/core/approval/rule-words.ts';
import { visible } from '../../../src/core/text/visible.ts';
import { useAct } from '../../api/use-acts.ts';
import type { Approval } from '../../live/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/states.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { useActiveSoon } from './use-active-soon.ts';

type Scope = 'once' | 'session' | 'always';
export interface GivenAnswer {
  readonly verdict: 'approve' | 'deny';
  readonly scope?: Scope;
  readonly feedback?: string;
  readonly editedArgs?: Readonly<Record<string, unknown>>;
}

/** Every answer the card offers. They can be pressed after half a second: a click meant for the card before must not answer this one. */
export function Buttons({ approval }: { readonly approval: Approval }) {
  const { id, card, risk, session, client } = approval;
  const decide = useAct('approvals/decide');
  const pause = useAct('agents/set', ['agents/list']);
  const isActive = useActiveSoon(id) && !decide.isPending && !decide.isSuccess;
  const [dialog, setDialog] = useState<'edit' | 'reason' | 'allow-rule' | 'deny-rule' | undefined>();
  const [toConfirm, setToConfirm] = useState<GivenAnswer | undefined>();
  const send = (answer: GivenAnswer): void => {
    setDialog(undefined);
    setToConfirm(undefined);
    decide.mutate({ id, ...answer });
  };
  /** What cannot be undone is not allowed by one click. */
  const give = (answer: GivenAnswer): void => {
    setDialog(undefined);
    if (risk === 'CRITICAL' && answer.verdict === 'approve') setToConfirm(answer);
    else send(answer);
  };
  const covered = coverageInWords({ card, tool: approval.tool });
  const can = (scope: Scope): boolean => card.scopes.includes(scope);
  return (
    <footer className="flex flex-col gap-2 rounded-b-lg border-line border-t bg-panel p-4 lg:sticky lg:bottom-0">
      {decide.error && <Failed error={decide.error} />}
      {pause.error && <Failed error={pause.error} />}
      {pause.isSuccess && (
        <p role="status">{visible(client)} is paused. Its calls wait until you resume it under Activity.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          look="good"
          data-choice="once"
          disabled={!isActive}
          onClick={() => give({ verdict: 'approve', scope: 'once' })}
          icon={<Check aria-hidden size={15} />}
        >
          Allow once
        </Button>
        <Button
          data-choice="edit"
          disabled={!isActive}
          onClick={() => setDialog('edit')}
          icon={<Pencil aria-hidden size={14} />}
        >
          Edit
        </Button>
        {can('session') && (
          <Button
            data-choice="session"
            disabled={!isActive}
            onClick={() => give({ verdict: 'approve', scope: 'session' })}
          >
            Allow for session
          </Button>
        )}
        {can('always') && (
          <Button disabled={!isActive} onClick={() => setDialog('allow-rule')}>
            Allow by rule
          </Button>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="bad"
          data-choice="deny"
          disabled={!isActive}
          onClick={() => give({ verdict: 'deny', scope: 'once' })}
          icon={<X aria-hidden size={15} />}
        >
          Deny
        </Button>
        <Button disabled={!isActive} onClick={() => setDialog('reason')}>
          Deny with reason
        </Button>
        <Button disabled={!isActive} onClick={() => setDialog('deny-rule')}>
          Deny always
        </Button>
        <Button
          disabled={!isActive || pause.isPending}
          onClick={() => pause.mutate({ name: session, state: 'paused' })}
          icon={<Pause aria-hidden size={14} />}
        >
          Pause agent
        </Button>
      </div>
      <p className="break-words text-soft text-xs">
        {covered === undefined
          ? `${risk} can only be allowed once.`
          : `Allowed for longer, that covers: ${visible(covered)}.`}
      </p>
      {dialog === 'edit' && (
        <EditDialog approval={approval} onClose={() => setDialog(undefined)} onGive={give} />
      )}
      {dialog === 'reason' && <ReasonDialog onClose={() => setDialog(undefined)} onGive={give} />}
      {(dialog === 'allow-rule' || dialog === 'deny-rule') && (
        <RuleDialog
          approval={approval}
          verdict={dialog === 'allow-rule' ? 'approve' : 'deny'}
          onClose={() => setDialog(undefined)}
          onGive={give}
        />
      )}
      {toConfirm && (
        <ConfirmDialog
          approval={approval}
          onClose={() => setToConfirm(undefined)}
          onConfirm={() => send(toConfirm)}
        />
      )}
    </footer>
  );
}
