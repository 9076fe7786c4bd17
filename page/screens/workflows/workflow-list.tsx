import { Link, useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import type { Output } from '../../api/client.ts';
import { useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { RunButton } from './run-button.tsx';

export type Workflow = Output<'workflows/list'>['workflows'][number];

const MOST = 200;

/** Files that would be workflows: without this they would be missing without a word. */
const WrongFiles = ({ problems }: { readonly problems: readonly string[] }) =>
  problems.length > 0 && (
    <ul aria-label="Files with mistakes" className="flex flex-col gap-1 text-warn text-sm">
      {problems.map((problem) => (
        <li key={problem} className="break-words">
          Left out: {visible(problem)}
        </li>
      ))}
    </ul>
  );

/** All workflows, those in files of open projects included. */
export function WorkflowList() {
  const answer = useRead('workflows/list', {}, { refreshOn: ['run.changed', 'mcp.changed'] });
  const [query, setQuery] = useState('');
  return (
    <Answer of={answer} what="workflows">
      {({ workflows, wrongFiles }) => {
        if (workflows.length === 0 && wrongFiles.length === 0)
          return (
            <Empty title="There are no workflows yet">
              Make one with New workflow, put a file into .toolgate/workflows of a project, or let an agent
              write one.
            </Empty>
          );
        const wanted = query.trim().toLowerCase();
        const found = workflows.filter(({ name, description = '' }) =>
          `${name}\n${description}`.toLowerCase().includes(wanted),
        );
        return (
          <div className="flex flex-col gap-3">
            <TextField
              label="Search workflows"
              isLabelHidden
              type="search"
              placeholder="Search workflows"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
            <WrongFiles problems={wrongFiles} />
            <Panel>
              <ul aria-label="Workflows" className="divide-y divide-line">
                {found.slice(0, MOST).map((workflow) => (
                  <Row key={workflow.workflowId} workflow={workflow} />
                ))}
                {found.length === 0 && <li className="p-4 text-soft">No workflow has these words.</li>}
                {found.length > MOST && <li className="p-4 text-soft">and {found.length - MOST} more</li>}
              </ul>
            </Panel>
          </div>
        );
      }}
    </Answer>
  );
}

function Row({ workflow }: { readonly workflow: Workflow }) {
  const { workflowId, name, description, stepCount, isEnabled, lastRunAt, file } = workflow;
  const navigate = useNavigate();
  return (
    <li className="flex min-w-0 flex-col gap-2 px-4 py-2.5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-56">
          <Link to={`/workflows/edit/${workflowId}`} className="font-medium text-accent hover:underline">
            {visible(name)}
          </Link>
          <p className="truncate text-soft text-xs">
            {visible(description ?? '')} {stepCount === 1 ? '1 step' : `${stepCount} steps`}
            {lastRunAt !== undefined && (
              <>
                , run <Ago at={lastRunAt} />
              </>
            )}
            {file !== undefined && `, ${visible(file)}`}
          </p>
        </div>
        {isEnabled && <Badge look="good">starts by itself</Badge>}
        <RunButton workflow={workflow} label={`Run ${name}`} />
        <Button
          aria-label={`Edit ${name}`}
          onClick={() => void navigate({ to: `/workflows/edit/${workflowId}` })}
          icon={<Pencil aria-hidden size={13} />}
        >
          Edit
        </Button>
      </div>
    </li>
  );
}
