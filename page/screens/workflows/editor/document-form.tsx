import { Plus } from 'lucide-react';
import { visible } from '../../../../src/core/text/visible.ts';
import { useRead } from '../../../api/use-acts.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Empty } from '../../../ui/states.tsx';
import { StepForm } from './step-form.tsx';
import { stepList } from './steps-of.ts';
import type { Content, Draft, StepContent } from './use-document.ts';

interface Props {
  readonly draft: Draft;
  readonly isFixed: boolean;
}

/** What most workflows need as fields; everything else stays as the file has it. */
export function DocumentForm({ draft, isFixed }: Props) {
  const { content } = draft;
  if (content === null)
    return <Empty title="The text cannot be read yet">Correct it under YAML; the form then shows it.</Empty>;
  const steps = stepList(content);
  const set = (change: Content): void => draft.setContent(without({ ...content, ...change }));
  const setSteps = (next: readonly StepContent[]): void => set({ steps: next });
  const ids = steps.map(({ id }) => String(id ?? ''));
  const schedule = (content.schedule ?? {}) as Content;
  return (
    <fieldset disabled={isFixed} className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">Workflow</legend>
      <div className="grid gap-3 md:grid-cols-3">
        <TextField
          label="Name"
          maxLength={120}
          value={textOf(content.name)}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label="Description"
          maxLength={2000}
          value={textOf(content.description)}
          onChange={(event) => set({ description: event.target.value || undefined })}
        />
        <TextField
          label="Schedule (cron)"
          placeholder="0 7 * * 1-5"
          hint="Empty: it is started by hand. It starts by itself once you save it."
          value={textOf(schedule.cron)}
          onChange={({ target }) =>
            set({ schedule: target.value === '' ? undefined : { ...schedule, cron: target.value } })
          }
        />
      </div>
      <ol aria-label="Steps of the workflow" className="flex flex-col gap-3">
        {steps.map((step, at) => (
          <StepForm
            // biome-ignore lint/suspicious/noArrayIndexKey: an id is typed by hand and changes with each letter
            key={at}
            number={at + 1}
            step={step}
            others={ids.filter((id, other) => other !== at && id !== '')}
            onChange={(next) => setSteps(steps.with(at, without(next)))}
            onMove={(by) => setSteps(moved(steps, at, by))}
            onRemove={() => setSteps(withoutNeed(steps.toSpliced(at, 1), ids[at]))}
            isLast={at === steps.length - 1}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-end gap-3">
        <Button
          onClick={() => setSteps([...steps, { id: freeId(ids), name: 'New step', command: 'echo' }])}
          icon={<Plus aria-hidden size={15} />}
        >
          Add step
        </Button>
        <FromTemplate
          onChoose={(name, command) => setSteps([...steps, { id: freeId(ids), name, command }])}
        />
      </div>
    </fieldset>
  );
}

function FromTemplate({ onChoose }: { readonly onChoose: (name: string, command: string) => void }) {
  const { data } = useRead('templates/list', {});
  const templates = data?.templates ?? [];
  return (
    <SelectField
      label="Add step from a template"
      isLabelHidden
      value=""
      onChange={({ target }) => {
        const chosen = templates.find(({ templateId }) => templateId === target.value);
        if (chosen) onChoose(chosen.name, chosen.command.replaceAll('{pm}', 'npm'));
      }}
      options={[
        { value: '', title: 'Add step from a template …' },
        ...templates.map(({ templateId, name, category }) => ({
          value: templateId,
          title: visible(`${category}: ${name}`),
        })),
      ]}
    />
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What is empty is not written down. */
const without = (content: Content): Content =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));

function moved(steps: readonly StepContent[], at: number, by: -1 | 1): readonly StepContent[] {
  const step = steps[at];
  return step ? steps.toSpliced(at, 1).toSpliced(at + by, 0, step) : steps;
}

/** Nothing waits for a step that is gone. */
const withoutNeed = (steps: readonly StepContent[], gone: string | undefined): readonly StepContent[] =>
  steps.map((step) =>
    Array.isArray(step.needs) ? { ...step, needs: step.needs.filter((need) => need !== gone) } : step,
  );

function freeId(ids: readonly string[]): string {
  let number = ids.length + 1;
  while (ids.includes(`step-${number}`)) number += 1;
  return `step-${number}`;
}
