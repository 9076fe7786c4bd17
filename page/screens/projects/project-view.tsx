import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import type { Output } from '../../api/client.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Failed } from '../../ui/states.tsx';
import { GitPanels } from './git-panels.tsx';
import { Scripts } from './scripts.tsx';

export type Project = Output<'projects/show'>;

/** Everything about one project. */
export function ProjectView({ id }: { readonly id: string }) {
  const project = useRead('projects/show', { id }, { refreshOn: ['process.ended'] });
  return (
    <Answer of={project} what="the project">
      {(shown) => (
        <div className="flex min-w-0 flex-col gap-4">
          <header className="flex flex-wrap items-center gap-2">
            <h2 className="min-w-0 truncate font-semibold text-lg">{visible(shown.name)}</h2>
            <code className="min-w-0 flex-1 truncate font-mono text-soft text-xs">{visible(shown.path)}</code>
            <Button onClick={() => void project.refetch()} disabled={project.isFetching}>
              Refresh
            </Button>
            <RemoveButton id={id} name={shown.name} />
          </header>
          <Scripts id={id} project={shown} />
          <Related id={id} path={shown.path} />
          <GitPanels project={shown} />
        </div>
      )}
    </Answer>
  );
}

/** Asks once more: agents lose the directory at once. */
function RemoveButton({ id, name }: { readonly id: string; readonly name: string }) {
  const remove = useAct('projects/remove', ['projects/list']);
  const [isSure, setSure] = useState(false);
  return (
    <>
      <Button look="bad" onClick={() => (isSure ? remove.mutate({ id }) : setSure(true))}>
        {isSure ? `Really close ${name} to agents` : 'Close to agents'}
      </Button>
      {remove.error && <Failed error={remove.error} />}
    </>
  );
}

/** Its processes and workflows, by name. */
function Related({ id, path }: { readonly id: string; readonly path: string }) {
  const processes = useRead('processes/list', {}, { refreshOn: ['process.started', 'process.ended'] });
  const stop = useAct('processes/stop', ['processes/list']);
  const workflows = useRead('workflows/list', {}, { refreshOn: ['run.changed'] });
  const running = (processes.data?.processes ?? []).filter(
    ({ cwd, status }) => (cwd === path || cwd.startsWith(`${path}/`)) && /^(starting|running)$/.test(status),
  );
  return (
    <Panel title="Processes and workflows">
      <div className="flex flex-wrap gap-2 p-4">
        {running.slice(0, 20).map(({ processId, name }) => (
          <span key={processId} className="flex items-center gap-1">
            <Link to={`/processes/${processId}`} className="underline">
              <Badge look="good">{visible(name)}</Badge>
            </Link>
            <Button look="bad" aria-label={`Stop ${name}`} onClick={() => stop.mutate({ processId })}>
              Stop
            </Button>
          </span>
        ))}
        {stop.error && <Failed error={stop.error} />}
        {running.length === 0 && <span className="text-soft">Nothing runs here.</span>}
        {(workflows.data?.workflows ?? [])
          .filter(({ projectId }) => projectId === id)
          .slice(0, 20)
          .map((workflow) => (
            <Badge key={workflow.workflowId}>{visible(workflow.name)}</Badge>
          ))}
      </div>
    </Panel>
  );
}
