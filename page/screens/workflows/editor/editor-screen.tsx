import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { visible } from '../../../../src/core/text/visible.ts';
import type { Output } from '../../../api/client.ts';
import { useRead } from '../../../api/use-acts.ts';
import { Button } from '../../../ui/button.tsx';
import { ScreenPage } from '../../../ui/screen-page.tsx';
import { Answer } from '../../../ui/states.tsx';
import { EditorBody } from './editor-body.tsx';

const FIRST = `name: New workflow
steps:
  - id: hello
    name: Say hello
    command: echo hello
`;

/** Builds or changes a workflow: form, file and graph of the same document. */
export function Editor({ id }: { readonly id?: string }) {
  if (id === undefined)
    return (
      <ScreenPage title="New workflow" about={<BackToAll />}>
        <EditorBody first={FIRST} />
      </ScreenPage>
    );
  return <Existing id={id} />;
}

function Existing({ id }: { readonly id: string }) {
  const answer = useRead('workflows/show', { id });
  return (
    <Answer of={answer} what="the workflow">
      {(workflow) => <Opened workflow={workflow} />}
    </Answer>
  );
}

/** A newer version takes the place of the one that was opened, unless somebody is changing that. */
function Opened({ workflow: newest }: { readonly workflow: Output<'workflows/show'> }) {
  const [opened, setOpened] = useState(newest);
  const [isDirty, setDirty] = useState(false);
  const isOld = opened.version !== newest.version;
  useEffect(() => {
    if (isOld && !isDirty) setOpened(newest);
  }, [isOld, isDirty, newest]);
  const workflow = isOld ? opened : newest;
  return (
    <ScreenPage title={visible(workflow.name)} about={<BackToAll />}>
      {workflow.file !== undefined && (
        <p className="break-words rounded-md bg-low-ground px-3 py-2 text-low">
          This workflow is the file {visible(workflow.file)}. Change it there; it is read again by itself.
        </p>
      )}
      {isOld && isDirty && (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-md bg-warn-ground px-3 py-2">
          <span className="min-w-0 flex-1 text-warn">
            It was changed elsewhere meanwhile. If you save, your text takes the place of that.
          </span>
          <Button onClick={() => setOpened(newest)}>Drop mine and show it</Button>
        </div>
      )}
      <EditorBody key={workflow.version} first={workflow.yaml} workflow={workflow} onDirty={setDirty} />
    </ScreenPage>
  );
}

const BackToAll = () => (
  <Link to="/workflows" className="text-accent underline">
    All workflows
  </Link>
);
