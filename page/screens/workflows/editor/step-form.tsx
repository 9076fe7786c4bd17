import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { visible } from '../../../../src/core/text/visible.ts';
import type { StepKind } from '../../../../src/core/workflow/step.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { StepWork } from './step-work.tsx';
import type { StepContent } from './use-document.ts';

interface Props {
  readonly number: number;
  readonly step: StepContent;
  /** Ids of the other steps. */
  readonly others: readonly string[];
  readonly isLast: boolean;
  readonly onChange: (step: StepContent) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

const TITLES: Readonly<Record<StepKind, string>> = {
  command: 'Command',
  script: 'Script of package.json',
  tool: 'Tool',
  workflow: 'Workflow',
  webhook: 'Webhook',
  approval: 'Question to a person',
  wait: 'Wait',
  remote: 'Command on a remote host',
};

// Sound: the keys are exactly the kinds.
const STEP_KINDS = Object.keys(TITLES) as StepKind[];

const FIRST: Readonly<Record<StepKind, unknown>> = {
  command: 'echo',
  script: 'test',
  tool: '',
  workflow: '',
  webhook: '',
  approval: 'Go on?',
  wait: { ms: 1000 },
  remote: { command: 'uptime' },
};

/** Fields of which each belongs to some kinds only. */
const OF_KIND = ['args', 'inputs', 'payload', 'env', 'secrets'];

/** One step as fields. */
export function StepForm({ number, step, others, isLast, onChange, onMove, onRemove }: Props) {
  const kind = STEP_KINDS.find((one) => step[one] !== undefined) ?? 'command';
  const name = typeof step.name === 'string' ? step.name : '';
  const needs = Array.isArray(step.needs) ? step.needs.map(String) : undefined;
  const set = (change: StepContent): void => onChange({ ...step, ...change });
  const changeKind = (next: StepKind): void => {
    const kept = Object.entries(step).filter(
      ([field]) => !STEP_KINDS.some((one) => one === field) && !OF_KIND.includes(field),
    );
    onChange({ ...Object.fromEntries(kept), [next]: FIRST[next] });
  };
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-panel p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 truncate font-semibold">
          {number}. {visible(name)}
        </h2>
        <span className="flex gap-1">
          <Button
            look="quiet"
            className="px-2"
            aria-label={`Move step ${number} up`}
            disabled={number === 1}
            onClick={() => onMove(-1)}
            icon={<ArrowUp aria-hidden size={15} />}
          />
          <Button
            look="quiet"
            className="px-2"
            aria-label={`Move step ${number} down`}
            disabled={isLast}
            onClick={() => onMove(1)}
            icon={<ArrowDown aria-hidden size={15} />}
          />
          <Button
            look="quiet"
            className="px-2"
            aria-label={`Remove step ${number}`}
            onClick={onRemove}
            icon={<Trash2 aria-hidden size={15} />}
          />
        </span>
      </div>
      <div className="grid gap-3 md:grid-cols-3">
        <TextField
          label={`Name of step ${number}`}
          value={name}
          maxLength={120}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label={`Id of step ${number}`}
          value={typeof step.id === 'string' ? step.id : ''}
          maxLength={40}
          onChange={(event) => set({ id: event.target.value || undefined })}
        />
        <SelectField
          label={`Kind of step ${number}`}
          value={kind}
          options={STEP_KINDS.map((value) => ({ value, title: TITLES[value] }))}
          onChange={({ target }) => changeKind(STEP_KINDS.find((one) => one === target.value) ?? 'command')}
        />
      </div>
      <StepWork number={number} kind={kind} step={step} onChange={set} />
      <details>
        <summary className="cursor-pointer text-soft text-sm">Order and conditions</summary>
        <div className="mt-2 grid gap-3 md:grid-cols-3">
          <TextField
            label={`Needs of step ${number}`}
            hint={`Ids with commas between them: ${others.join(', ') || 'no other steps'}. Empty in all: one after the other.`}
            defaultValue={needs?.join(', ') ?? ''}
            onChange={({ target }) => set({ needs: listOf(target.value) })}
          />
          <TextField
            label={`Condition of step ${number}`}
            placeholder="inputs.deploy == true"
            value={typeof step.when === 'string' ? step.when : ''}
            onChange={(event) => set({ when: event.target.value || undefined })}
          />
          <TextField
            label={`Longest time of step ${number} (ms)`}
            type="number"
            min={1000}
            value={typeof step.timeoutMs === 'number' ? step.timeoutMs : ''}
            onChange={({ target }) =>
              set({ timeoutMs: target.value === '' ? undefined : Number(target.value) })
            }
          />
          <label className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={step.continueOnError === true}
              onChange={({ target }) => set({ continueOnError: target.checked || undefined })}
            />
            Go on when it fails
          </label>
        </div>
      </details>
    </li>
  );
}

function listOf(text: string): string[] | undefined {
  const ids = text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  return ids.length === 0 ? undefined : ids;
}
