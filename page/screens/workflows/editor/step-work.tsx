import { useState } from 'react';
import { visible } from '../../../../src/core/text/visible.ts';
import type { StepKind } from '../../../../src/core/workflow/step.ts';
import { useRead } from '../../../api/use-acts.ts';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import type { StepContent } from './use-document.ts';

interface Props {
  readonly number: number;
  readonly kind: StepKind;
  readonly step: StepContent;
  readonly onChange: (change: StepContent) => void;
}

/** What a step does, by its kind. */
export function StepWork({ number, kind, step, onChange }: Props) {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const fields = (step[kind] ?? {}) as StepContent;
  switch (kind) {
    case 'command':
      return (
        <TextArea
          label={`Command of step ${number}`}
          className="font-mono text-[13px]"
          rows={Math.min(10, text(step.command).split('\n').length + 1)}
          value={text(step.command)}
          onChange={(event) => onChange({ command: event.target.value })}
        />
      );
    case 'script':
    case 'approval':
      return (
        <TextField
          label={kind === 'script' ? `Script of step ${number}` : `Question of step ${number}`}
          value={text(step[kind])}
          onChange={(event) => onChange({ [kind]: event.target.value })}
        />
      );
    case 'tool':
      return <ToolWork number={number} step={step} onChange={onChange} />;
    case 'workflow':
    case 'webhook':
      return <Chosen number={number} kind={kind} value={text(step[kind])} onChange={onChange} />;
    case 'wait':
      return (
        <div className="grid gap-3 md:grid-cols-2">
          <TextField
            label={`Milliseconds step ${number} waits`}
            type="number"
            min={0}
            value={typeof fields.ms === 'number' ? fields.ms : ''}
            onChange={({ target }) => onChange({ wait: { ms: Number(target.value) } })}
          />
          <TextField
            label={`Event step ${number} waits for`}
            value={text(fields.event)}
            onChange={({ target }) =>
              onChange({ wait: target.value === '' ? { ms: 1000 } : { event: target.value } })
            }
          />
        </div>
      );
    case 'remote':
      return (
        <div className="grid gap-3 md:grid-cols-2">
          <TextField
            label={`Host of step ${number}`}
            hint="Empty: the configured one."
            value={text(fields.host)}
            onChange={({ target }) =>
              onChange({
                remote: { command: fields.command, ...(target.value !== '' && { host: target.value }) },
              })
            }
          />
          <TextField
            label={`Remote command of step ${number}`}
            className="font-mono"
            value={text(fields.command)}
            onChange={({ target }) => onChange({ remote: { ...fields, command: target.value } })}
          />
        </div>
      );
  }
}

function ToolWork({ number, step, onChange }: Omit<Props, 'kind'>) {
  const { data } = useRead('tools', {});
  const [args, setArgs] = useState(() => JSON.stringify(step.args ?? {}, null, 2));
  const [problem, setProblem] = useState('');
  const change = (value: string): void => {
    setArgs(value);
    try {
      onChange({ args: JSON.parse(value) as unknown });
      setProblem('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <SelectField
        label={`Tool of step ${number}`}
        value={typeof step.tool === 'string' ? step.tool : ''}
        options={[
          { value: '', title: 'Choose one' },
          ...(data?.tools ?? []).map(({ name }) => ({
            value: String(name),
            title: visible(String(name)),
          })),
        ]}
        onChange={({ target }) => onChange({ tool: target.value })}
      />
      <TextArea
        label={`Arguments of step ${number} (JSON)`}
        className="font-mono text-[13px]"
        rows={4}
        value={args}
        hint={problem}
        onChange={(event) => change(event.target.value)}
      />
    </div>
  );
}

interface ChosenProps {
  readonly number: number;
  readonly kind: 'workflow' | 'webhook';
  readonly value: string;
  readonly onChange: (change: StepContent) => void;
}

function Chosen({ number, kind, value, onChange }: ChosenProps) {
  const workflows = useRead('workflows/list', {}, { isNeeded: kind === 'workflow' });
  const webhooks = useRead('webhooks/list', {}, { isNeeded: kind === 'webhook' });
  const options =
    kind === 'workflow'
      ? (workflows.data?.workflows ?? []).map(({ workflowId, name }) => ({ value: workflowId, title: name }))
      : (webhooks.data?.webhooks ?? [])
          .filter(({ direction }) => direction === 'outgoing')
          .map(({ webhookId, name }) => ({ value: webhookId, title: name }));
  return (
    <SelectField
      label={kind === 'workflow' ? `Workflow of step ${number}` : `Webhook of step ${number}`}
      value={value}
      options={[
        { value: '', title: 'Choose one' },
        ...options.map((option) => ({ ...option, title: visible(option.title) })),
      ]}
      onChange={({ target }) => onChange({ [kind]: target.value })}
    />
  );
}
