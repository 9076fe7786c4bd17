import { Link } from '@tanstack/react-router';
import { visible } from '../../../../src/core/text/visible.ts';
import { useRead } from '../../../api/use-acts.ts';
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
      {(workflow) => (
        <ScreenPage title={visible(workflow.name)} about={<BackToAll />}>
          {workflow.file !== undefined && (
            <p className="break-words rounded-md bg-low-ground px-3 py-2 text-low">
              This workflow is the file {visible(workflow.file)}. Change it there; it is read again by itself.
            </p>
          )}
          <EditorBody key={workflow.version} first={workflow.yaml} workflow={workflow} />
        </ScreenPage>
      )}
    </Answer>
  );
}

const BackToAll = () => (
  <Link to="/workflows" className="text-accent underline">
    All workflows
  </Link>
);
