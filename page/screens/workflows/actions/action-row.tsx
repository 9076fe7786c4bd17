import { Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { visible } from '../../../../src/core/text/visible.ts';
import { act } from '../../../api/client.ts';
import { useAct } from '../../../api/use-acts.ts';
import { useGated } from '../../../live/use-gated.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SavedSelect } from '../../../ui/saved-select.tsx';
import { Failed } from '../../../ui/states.tsx';
import { SureDialog } from '../../../ui/sure-dialog.tsx';
import { TextBlock } from '../../../ui/text-block.tsx';
import { GateNotice } from '../../approvals/gate-notice.tsx';
import { runAddress } from '../run-address.ts';
import type { Action } from './action-config.ts';
import { placeholdersOf } from './placeholders.ts';
import { VariablesDialog } from './variables-dialog.tsx';

const LEVELS = [
  { value: 'require_confirm', title: 'Asked about' },
  { value: 'auto_approve', title: 'Runs unasked' },
  { value: 'deny', title: 'Refused' },
] as const;

interface Props {
  readonly action: Action;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
}

/** One action: what it does, what agents may do with it, and everything a person can. */
export function ActionRow({ action, onEdit, onChanged }: Props) {
  const { actionId, name, actionType, description, permission, isEnabled, config } = action;
  const gated = useGated();
  const allow = useAct('actions/permissions/set', ['actions/list']);
  const [isSure, setSure] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const names = placeholdersOf(action);
  const run = (variables: Readonly<Record<string, string>>): void =>
    gated.start(`Run of ${name}`, async () => {
      const { executionId, approvalId } =
        names.length === 0
          ? await act('actions/run', { id: actionId })
          : await act('webhooks/send', { id: actionId, variables });
      setAsking(false);
      return { approvalId, seeAt: runAddress(executionId) };
    });
  const remove = (): void => {
    setSure(false);
    gated.start(`Removal of ${name}`, async () => {
      const { approvalId } = await act('actions/remove', { id: actionId });
      return { approvalId, after: onChanged };
    });
  };
  return (
    <li className="flex min-w-0 flex-col gap-2 px-4 py-2.5">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-48">
          <span className="flex items-center gap-2 font-medium">
            {visible(name)} <Badge>{actionType}</Badge>
            {!isEnabled && <Badge look="warn">switched off</Badge>}
          </span>
          <span className="block truncate text-soft text-xs">{visible(description ?? '')}</span>
        </span>
        <SavedSelect
          label={`Permission of ${name}`}
          value={permission}
          options={LEVELS}
          onSave={(chosen) => {
            const level = LEVELS.find(({ value }) => value === chosen)?.value;
            if (level) allow.mutate({ subject: actionId, level });
          }}
        />
        <Button
          aria-label={`Run ${name}`}
          disabled={gated.isBusy || !isEnabled}
          onClick={() => (names.length === 0 ? run({}) : setAsking(true))}
          icon={<Play aria-hidden size={13} />}
        >
          Run
        </Button>
        <Button aria-label={`Edit ${name}`} onClick={onEdit} icon={<Pencil aria-hidden size={13} />}>
          Edit
        </Button>
        <Button
          look="bad"
          aria-label={`Delete ${name}`}
          disabled={gated.isBusy}
          onClick={() => setSure(true)}
          icon={<Trash2 aria-hidden size={13} />}
        >
          Delete
        </Button>
      </div>
      <details>
        <summary className="cursor-pointer text-soft text-xs">What it does</summary>
        <TextBlock text={JSON.stringify(config, null, 2)} label={`Configuration of ${name}`} />
      </details>
      {allow.error && <Failed error={allow.error} />}
      {!isAsking && <GateNotice gated={gated} />}
      {isAsking && (
        <VariablesDialog names={names} gated={gated} onClose={() => setAsking(false)} onRun={run} />
      )}
      {isSure && (
        <SureDialog
          title={`Delete ${name}?`}
          about="Agents can no longer run it. What it did stays in the history."
          yes="Delete action"
          onNo={() => setSure(false)}
          onYes={remove}
        />
      )}
    </li>
  );
}
