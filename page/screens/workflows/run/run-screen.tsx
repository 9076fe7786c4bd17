import { Link, useNavigate } from '@tanstack/react-router';
import { Ban, RotateCcw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { visible } from '../../../../src/core/text/visible.ts';
import { act, type Output } from '../../../api/client.ts';
import { useAct, useRead } from '../../../api/use-acts.ts';
import { useGated } from '../../../live/use-gated.ts';
import { usePending } from '../../../live/use-pending.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel, ScreenPage } from '../../../ui/screen-page.tsx';
import { Answer, Failed, Loading } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { TextBlock } from '../../../ui/text-block.tsx';
import { Ago, durationInWords } from '../../../ui/time.tsx';
import { Card } from '../../approvals/card.tsx';
import { GateNotice } from '../../approvals/gate-notice.tsx';
import { runAddress } from '../run-address.ts';
import { isOpenStatus, RunStatus } from '../run-status.tsx';
import { whoStarted } from '../who-started.ts';
import { lineInAddress, RunLog } from './run-log.tsx';
import { Waterfall } from './waterfall.tsx';

const Graph = lazy(() => import('../graph.tsx'));

export type RunView = Output<'workflows/execution'>;

/** One run: how it stands step by step, what it printed, and what can be done with it. */
export function Run({ id }: { readonly id: string }) {
  const answer = useRead('workflows/execution', { id }, { refreshOn: ['run.changed', 'run.log'] });
  return (
    <Answer of={answer} what="the run">
      {(run) => <Shown run={run} />}
    </Answer>
  );
}

function Shown({ run }: { readonly run: RunView }) {
  const { waiting } = usePending();
  const gated = useGated();
  // A link to a line of the log opens the log.
  const [tab, setTab] = useState(() => (lineInAddress() === undefined ? 'steps' : 'log'));
  const questions = waiting.filter(({ session }) => session.endsWith(run.executionId));
  return (
    <ScreenPage
      title={visible(run.name)}
      about={
        <span className="flex flex-wrap items-center gap-2">
          <RunStatus status={run.status} />
          <span>
            {visible(`${run.trigger}, by ${whoStarted(run.startedBy)}`)}, <Ago at={run.createdAt} />
            {run.durationMs !== undefined && `, took ${durationInWords(run.durationMs)}`}
          </span>
          {run.workflowId !== undefined && (
            <Link to={`/workflows/edit/${run.workflowId}`} className="text-accent underline">
              Workflow
            </Link>
          )}
          <Link to="/workflows/runs" className="text-accent underline">
            All runs
          </Link>
        </span>
      }
      actions={<RunActions run={run} gated={gated} />}
    >
      <GateNotice gated={gated} />
      {run.error !== undefined && (
        <p role="alert" className="break-words rounded-md bg-bad-ground px-3 py-2 text-bad">
          {visible(run.error)}
        </p>
      )}
      {questions.map((approval) => (
        <div key={approval.id} className="[&_footer]:static">
          <Card approval={approval} />
        </div>
      ))}
      <Tabs
        label="Views of the run"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'steps', title: 'Steps', content: <Waterfall run={run} /> },
          { value: 'graph', title: 'Graph', content: <RunGraph run={run} /> },
          { value: 'log', title: 'Log', content: <RunLog run={run} /> },
          {
            value: 'data',
            title: 'Inputs and outputs',
            content: (
              <div className="flex flex-col gap-3">
                <TextBlock text={JSON.stringify(run.inputs, null, 2)} label="Inputs" />
                <TextBlock text={JSON.stringify(run.outputs ?? {}, null, 2)} label="Outputs" />
              </div>
            ),
          },
        ]}
      />
    </ScreenPage>
  );
}

/** The graph of the workflow as it is now, with how the steps of this run stand. */
function RunGraph({ run }: { readonly run: RunView }) {
  const { data } = useRead(
    'workflows/show',
    { id: run.workflowId ?? '' },
    { isNeeded: run.workflowId !== undefined },
  );
  const needs = new Map(
    // Sound: a step has all its fields; the type names those that every step has.
    data?.steps.map((step) => [step.stepId, (step as { readonly needs?: readonly string[] }).needs]),
  );
  return (
    <Panel>
      <Suspense fallback={<Loading what="the graph" />}>
        <Graph
          steps={run.steps.map(({ stepId, name, status }) => ({
            id: stepId,
            name,
            status,
            needs: needs.get(stepId),
          }))}
        />
      </Suspense>
    </Panel>
  );
}

interface ActionsProps {
  readonly run: RunView;
  readonly gated: ReturnType<typeof useGated>;
}

function RunActions({ run, gated }: ActionsProps) {
  const navigate = useNavigate();
  const cancel = useAct('workflows/cancel', ['workflows/execution', 'workflows/executions']);
  const rerun = useAct('workflows/rerun-failed');
  const show = (id: string): void => void navigate({ to: `/workflows/runs/${id}` });
  const { executionId: id, workflowId, actionId, inputs } = run;
  const again = (): void =>
    gated.start(`Run of ${run.name}`, async () => {
      const { executionId, approvalId } =
        workflowId === undefined
          ? await act('actions/run', { id: actionId ?? '', parameters: inputs })
          : await act('workflows/run', { id: workflowId, inputs });
      return { approvalId, seeAt: runAddress(executionId) };
    });
  const error = cancel.error ?? rerun.error;
  if (isOpenStatus(run.status))
    return (
      <>
        {error && <Failed error={error} />}
        <Button
          look="bad"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate({ id })}
          icon={<Ban aria-hidden size={14} />}
        >
          Cancel run
        </Button>
      </>
    );
  return (
    <>
      {error && <Failed error={error} />}
      {run.status !== 'completed' && run.kind === 'workflow' && (
        <Button
          disabled={rerun.isPending}
          onClick={() => rerun.mutate({ id }, { onSuccess: ({ executionId }) => show(executionId) })}
        >
          Run again from failed
        </Button>
      )}
      <Button disabled={gated.isBusy} onClick={again} icon={<RotateCcw aria-hidden size={14} />}>
        Run again
      </Button>
    </>
  );
}
