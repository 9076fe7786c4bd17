import { useQueryClient } from '@tanstack/react-query';
import { Save, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { act, type Output } from '../../../api/client.ts';
import { useGated } from '../../../live/use-gated.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/screen-page.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { GateNotice } from '../../approvals/gate-notice.tsx';
import { RunButton } from '../run-button.tsx';
import { DocumentForm } from './document-form.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { Problems } from './problems.tsx';
import { stepsOf } from './steps-of.ts';
import { type Draft, useDocument } from './use-document.ts';

const Graph = lazy(() => import('../graph.tsx'));

interface Props {
  /** The file to begin with. */
  readonly first: string;
  /** Left out for a new one. */
  readonly workflow?: Output<'workflows/show'>;
  /** Whether there is something that would be lost. */
  readonly onDirty?: (isDirty: boolean) => void;
}

export function EditorBody({ first, workflow, onDirty }: Props) {
  const draft = useDocument(first);
  const isFile = workflow?.file !== undefined;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Bar draft={draft} first={first} workflow={workflow} onDirty={onDirty} />
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
  readonly onDirty: Props['onDirty'];
}

/** Save, run, delete: each passes the gate, and its question shows right here. */
function Bar({ draft, first, workflow, onDirty }: BarProps) {
  const gated = useGated();
  const queries = useQueryClient();
  const refetch = (...names: readonly string[]): void => {
    for (const name of names) void queries.invalidateQueries({ queryKey: [name] });
  };
  const id = workflow?.workflowId;
  const isFile = workflow?.file !== undefined;
  const isChanged = draft.yaml !== first || workflow === undefined;
  const { yaml } = draft;
  // What a question is about is kept with it, so it may be left.
  const [sent, setSent] = useState<string | undefined>();
  const isKept = sent === yaml && (gated.approval !== undefined || gated.isDone);
  const isDirty = draft.isEdited && !isKept && !isFile;
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  const save = (): void => {
    setSent(yaml);
    gated.start(`Saving of ${workflow?.name ?? 'a new workflow'}`, async () => {
      const made = await act('workflows/save', { ...(id !== undefined && { id }), yaml });
      const seeAt = made.workflowId === null ? undefined : `/workflows/edit/${made.workflowId}`;
      return { approvalId: made.approvalId, seeAt, after: () => refetch('workflows/list', 'workflows/show') };
    });
  };
  const remove = (): void => {
    setSent(yaml);
    gated.start(`Removal of ${workflow?.name}`, async () => {
      const { approvalId } = await act('workflows/remove', { id: id ?? '' });
      return { approvalId, seeAt: '/workflows', after: () => refetch('workflows/list') };
    });
  };
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
        {workflow && <RunButton workflow={workflow} isOff={isChanged && !isFile} />}
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
      <LeaveGuard isEdited={draft.isEdited && !isFile} isKept={isKept} />
    </>
  );
}
