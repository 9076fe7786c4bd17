import { useNavigate } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { act, type Output } from '../../api/client.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Empty, Failed } from '../../ui/states.tsx';
import { TextBlock } from '../../ui/text-block.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { GateNotice } from './gate-notice.tsx';
import { useGated } from './use-gated.ts';

type Action = Output<'actions/list'>['actions'][number];

const LEVELS = [
  { value: 'require_confirm', title: 'Ask first' },
  { value: 'auto_approve', title: 'Run unasked' },
  { value: 'deny', title: 'Refuse' },
] as const;

/** Scripts, webhooks and workflows that agents run by name, and what you allow of each. */
export function Actions() {
  const answer = useRead('actions/list', {}, { refreshOn: ['call.finished'] });
  return (
    <Answer of={answer} what="actions">
      {({ actions }) =>
        actions.length === 0 ? (
          <Empty title="There are no actions yet">
            An action is a script, a webhook or a workflow with a name, which agents can run. Agents make them
            when you ask for it; what each may do is set here.
          </Empty>
        ) : (
          <Panel>
            <ul aria-label="Actions" className="divide-y divide-line">
              {actions.map((action) => (
                <Row key={action.actionId} action={action} />
              ))}
            </ul>
          </Panel>
        )
      }
    </Answer>
  );
}

function Row({ action }: { readonly action: Action }) {
  const { actionId, name, actionType, description, permission, isEnabled, config } = action;
  const navigate = useNavigate();
  const gated = useGated();
  const allow = useAct('actions/permissions/set', ['actions/list']);
  const run = (): void =>
    gated.start(async () => {
      const { executionId, approvalId } = await act('actions/run', { id: actionId });
      if (executionId !== null) void navigate({ to: `/workflows/runs/${executionId}` });
      return approvalId;
    });
  return (
    <li className="flex min-w-0 flex-col gap-2 px-4 py-2.5">
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <span className="min-w-0 flex-1 basis-48">
          <span className="flex items-center gap-2 font-medium">
            {visibleText(name)} <Badge>{actionType}</Badge>
            {!isEnabled && <Badge look="warn">switched off</Badge>}
          </span>
          <span className="block truncate text-soft text-xs">{visibleText(description ?? '')}</span>
        </span>
        <SelectField
          label={`Permission of ${name}`}
          isLabelHidden
          value={permission}
          options={LEVELS}
          onChange={({ target }) => {
            const level = LEVELS.find(({ value }) => value === target.value)?.value;
            if (level) allow.mutate({ subject: actionId, level });
          }}
        />
        <Button
          aria-label={`Run ${name}`}
          disabled={gated.isBusy || !isEnabled}
          onClick={run}
          icon={<Play aria-hidden size={13} />}
        >
          Run
        </Button>
      </div>
      <details>
        <summary className="cursor-pointer text-soft text-xs">What it does</summary>
        <TextBlock text={JSON.stringify(config, null, 2)} label={`Configuration of ${name}`} />
      </details>
      {allow.error && <Failed error={allow.error} />}
      <GateNotice gated={gated} />
    </li>
  );
}
