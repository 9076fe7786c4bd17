import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { visible } from '../../../../src/core/text/visible.ts';
import { useAct } from '../../../api/use-acts.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/screen-page.tsx';
import { Failed } from '../../../ui/states.tsx';
import { TextBlock } from '../../../ui/text-block.tsx';
import { durationInWords, useNow } from '../../../ui/time.tsx';
import { isOpenStatus, RunStatus } from '../run-status.tsx';
import type { RunView } from './run-screen.tsx';

type Step = RunView['steps'][number];

const BARS: Readonly<Record<string, string>> = {
  completed: 'bg-good',
  failed: 'bg-bad',
  denied: 'bg-bad',
  timed_out: 'bg-bad',
  pending_confirm: 'bg-warn',
};

/** The steps below each other, with a bar for when each ran. */
export function Waterfall({ run }: { readonly run: RunView }) {
  const now = useNow();
  const begin = Date.parse(run.createdAt);
  const end = run.endedAt === undefined ? Math.max(now, begin + 1) : Date.parse(run.endedAt);
  return (
    <Panel>
      <ol aria-label="Steps" className="divide-y divide-line">
        {run.steps.map((step) => (
          <StepRow key={step.stepId} run={run} step={step} begin={begin} total={Math.max(1, end - begin)} />
        ))}
        {run.steps.length === 0 && <li className="p-4 text-soft">This run has no steps.</li>}
      </ol>
    </Panel>
  );
}

interface RowProps {
  readonly run: RunView;
  readonly step: Step;
  readonly begin: number;
  readonly total: number;
}

function StepRow({ run, step, begin, total }: RowProps) {
  const [isOpen, setOpen] = useState(step.status === 'failed');
  const now = useNow();
  const from = step.startedAt === undefined ? undefined : Date.parse(step.startedAt) - begin;
  const until = step.endedAt === undefined ? now - begin : Date.parse(step.endedAt) - begin;
  const left = from === undefined ? 0 : Math.min(99, (100 * Math.max(0, from)) / total);
  const width = from === undefined ? 0 : Math.min(100 - left, Math.max(0.8, (100 * (until - from)) / total));
  return (
    <li className="flex min-w-0 flex-col">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="grid w-full min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2 text-left hover:bg-raised md:grid-cols-[16rem_minmax(0,1fr)_5rem_auto]"
      >
        <span className="min-w-0 truncate font-medium">
          {visible(step.name)} <span className="text-soft text-xs">{step.kind}</span>
        </span>
        <span
          aria-hidden
          className="relative order-last col-span-2 h-2 rounded bg-raised md:order-none md:col-span-1"
        >
          {from !== undefined && (
            <span
              className={`absolute inset-y-0 rounded ${BARS[step.status] ?? 'bg-accent'}`}
              style={{ left: `${left}%`, width: `${width}%` }}
            />
          )}
        </span>
        <span className="hidden text-right text-soft text-xs md:block">
          {step.durationMs === undefined ? '' : durationInWords(step.durationMs)}
        </span>
        <RunStatus status={step.status} />
      </button>
      {isOpen && <StepDetail run={run} step={step} />}
    </li>
  );
}

function StepDetail({ run, step }: { readonly run: RunView; readonly step: Step }) {
  return (
    <div className="flex min-w-0 flex-col gap-2 px-4 pb-3">
      {step.attempts > 1 && <p className="text-soft text-xs">Tried {step.attempts} times.</p>}
      {step.reason !== undefined && <p className="break-words text-soft">{visible(step.reason)}</p>}
      {/* The run may say it above already. */}
      {step.error && !run.error?.includes(step.error.message) && (
        <p className="break-words text-bad">{visible(step.error.message)}</p>
      )}
      {step.exitCode != null && <p className="text-soft text-xs">Exit code {step.exitCode}</p>}
      {step.text !== undefined && step.text !== '' && (
        <TextBlock text={step.text} label={`End of what ${step.name} printed`} />
      )}
      {step.outputs && Object.keys(step.outputs).length > 0 && (
        <TextBlock text={JSON.stringify(step.outputs, null, 2)} label={`Outputs of ${step.name}`} />
      )}
      {(step.artifacts ?? []).map(({ path, keptAt, size }) => (
        <p key={path} className="break-words text-xs">
          Kept: {visible(path)} ({size.toLocaleString('en')} bytes) as <code>{visible(keptAt)}</code>
        </p>
      ))}
      {step.executionId !== undefined && (
        <Link to={`/workflows/runs/${step.executionId}`} className="text-accent underline">
          Its own run
        </Link>
      )}
      {step.kind === 'wait' && isOpenStatus(run.status) && step.status === 'waiting' && (
        <SendEvent run={run} />
      )}
      {step.status === 'pending_confirm' && step.attempts > 0 && <CutOff run={run} step={step} />}
    </div>
  );
}

/** A run may wait for an event that a person sends. */
function SendEvent({ run }: { readonly run: RunView }) {
  const signal = useAct('workflows/signal', ['workflows/execution']);
  return (
    <Form
      fields={[{ name: 'event', label: 'Name of the event', width: 'w-full sm:w-56' }]}
      initial={{ event: '' }}
      submit="Send event"
      submitLook="plain"
      isBusy={signal.isPending}
      error={signal.error}
      onSubmit={({ event }) => signal.mutate({ id: run.executionId, event: event.trim() })}
    />
  );
}

/** The host ended while the step ran: a person says what became of it. */
function CutOff({ run, step }: { readonly run: RunView; readonly step: Step }) {
  const answer = useAct('workflows/answer', ['workflows/execution']);
  const give = (what: 'retry' | 'done' | 'fail') => () =>
    answer.mutate({ id: run.executionId, stepId: step.stepId, answer: what });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-soft text-xs">If it was cut off by a restart:</span>
      <Button onClick={give('retry')}>Do it again</Button>
      <Button onClick={give('done')}>It was done</Button>
      <Button onClick={give('fail')}>It failed</Button>
      {answer.error && <Failed error={answer.error} />}
    </div>
  );
}
