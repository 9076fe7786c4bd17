import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Play, Save, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { act, type Output } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/screen-page.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { GateNotice } from '../gate-notice.tsx';
import { InputsDialog } from '../inputs-dialog.tsx';
import { useGated } from '../use-gated.ts';
import { DocumentForm } from './document-form.tsx';
import { Problems } from './problems.tsx';
import { stepsOf } from './steps-of.ts';
import { type Draft, useDocument } from './use-document.ts';

const Graph = lazy(() => import('../graph.tsx'));

interface Props {
  /** The file to begin with. */
  readonly first: string;
  /** Left out for a new one. */
  readonly workflow?: Output<'workflows/show'>;
}

export function EditorBody({ first, workflow }: Props) {
  const draft = useDocument(first);
  const isFile = workflow?.file !== undefined;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Bar draft={draft} first={first} workflow={workflow} />
      <Problems draft={draft} />
      {draft.error !== undefined && <Failed error={draft.error} />}
      <Tabs
        label="Views of the workflow"
        tabs={[
          { value: 'form', title: 'Form', content: <DocumentForm draft={draft} isFixed={isFile} /> },
          {
            value: 'yaml',
            title: 'YAML',
            content: (
              <TextArea
                label="Workflow as YAML"
                className="font-mono text-[13px] leading-5"
                rows={24}
                wrap="off"
                readOnly={isFile}
                value={draft.yaml}
                onChange={(event) => draft.setYaml(event.target.value)}
              />
            ),
          },
          {
            value: 'graph',
            title: 'Graph',
            content: (
              <Panel>
                <Suspense fallback={<Loading what="the graph" />}>
                  <Graph steps={stepsOf(draft.content)} />
                </Suspense>
              </Panel>
            ),
          },
        ]}
      />
    </div>
  );
}

interface BarProps {
  readonly draft: Draft;
  readonly first: string;
  readonly workflow: Output<'workflows/show'> | undefined;
}

/** Save, run, delete: each passes the gate, and its question shows right here. */
function Bar({ draft, first, workflow }: BarProps) {
  const navigate = useNavigate();
  const gated = useGated();
  const queries = useQueryClient();
  const refetch = (): Promise<unknown> =>
    Promise.all(
      ['workflows/list', 'workflows/show'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
  const [isAsking, setAsking] = useState(false);
  const id = workflow?.workflowId;
  const isFile = workflow?.file !== undefined;
  const isChanged = draft.yaml !== first || workflow === undefined;
  const save = (): void =>
    gated.start(async () => {
      const made = await act('workflows/save', { ...(id !== undefined && { id }), yaml: draft.yaml });
      if (made.workflowId !== null) {
        await refetch();
        void navigate({ to: `/workflows/edit/${made.workflowId}` });
      }
      return made.approvalId;
    });
  const run = (inputs: Readonly<Record<string, unknown>>): void => {
    setAsking(false);
    gated.start(async () => {
      const { executionId, approvalId } = await act('workflows/run', { id: id ?? '', inputs });
      if (executionId !== null) void navigate({ to: `/workflows/runs/${executionId}` });
      return approvalId;
    });
  };
  const remove = (): void =>
    gated.start(async () => {
      const { workflowId, approvalId } = await act('workflows/remove', { id: id ?? '' });
      if (workflowId !== null) {
        void navigate({ to: '/workflows' });
        void queries.invalidateQueries({ queryKey: ['workflows/list'] });
      }
      return approvalId;
    });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {!isFile && (
          <Button
            look="primary"
            disabled={!draft.isChecked || draft.problems.length > 0 || !isChanged || gated.isBusy}
            onClick={save}
            icon={<Save aria-hidden size={14} />}
          >
            Save
          </Button>
        )}
        {workflow && (
          <Button
            disabled={gated.isBusy || (isChanged && !isFile)}
            onClick={() => (workflow.definition.inputs === undefined ? run({}) : setAsking(true))}
            icon={<Play aria-hidden size={14} />}
          >
            Run
          </Button>
        )}
        {workflow && !isFile && (
          <Button
            look="quiet"
            disabled={gated.isBusy}
            onClick={remove}
            icon={<Trash2 aria-hidden size={14} />}
          >
            Delete
          </Button>
        )}
      </div>
      <GateNotice gated={gated} />
      {isAsking && (
        <InputsDialog schema={workflow?.definition.inputs} onClose={() => setAsking(false)} onRun={run} />
      )}
    </>
  );
}
