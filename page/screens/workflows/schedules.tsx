import { Link } from '@tanstack/react-router';
import { visible } from '../../../src/core/text/visible.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Empty, Failed } from '../../ui/states.tsx';
import type { Workflow } from './workflow-list.tsx';

/** What starts at its times, and what would if somebody enabled it. */
export function Schedules() {
  const answer = useRead('workflows/list', {}, { refreshOn: ['run.changed', 'mcp.changed'] });
  return (
    <Answer of={answer} what="schedules">
      {({ workflows }) => {
        const timed = workflows.filter(({ definition }) => definition.schedule !== undefined);
        if (timed.length === 0)
          return (
            <Empty title="No workflow has a schedule">
              Give a workflow a line such as “0 7 * * 1-5” in its editor; it starts by itself once you save
              it. A file of the repository does once you enable it.
            </Empty>
          );
        return (
          <Panel>
            <ul aria-label="Schedules" className="divide-y divide-line">
              {timed.map((workflow) => (
                <Row key={workflow.workflowId} workflow={workflow} />
              ))}
            </ul>
          </Panel>
        );
      }}
    </Answer>
  );
}

function Row({ workflow }: { readonly workflow: Workflow }) {
  const { workflowId, name, isEnabled, nextRunAt, definition } = workflow;
  const enable = useAct('workflows/enable', ['workflows/list']);
  const disable = useAct('workflows/disable', ['workflows/list']);
  const { cron, timeZone } = definition.schedule as { cron?: unknown; timeZone?: unknown };
  const error = enable.error ?? disable.error;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-3 px-4 py-2.5">
      <span className="min-w-0 flex-1">
        <Link to={`/workflows/edit/${workflowId}`} className="font-medium text-accent hover:underline">
          {visible(name)}
        </Link>
        <span className="block text-soft text-xs">
          <code>{visible(String(cron))}</code> {visible(String(timeZone ?? 'UTC'))}
          {isEnabled && nextRunAt !== undefined && `, next at ${new Date(nextRunAt).toLocaleString()}`}
          {!isEnabled && ', not enabled: it does not start by itself'}
        </span>
      </span>
      {isEnabled ? (
        <Button disabled={disable.isPending} onClick={() => disable.mutate({ id: workflowId })}>
          Disable
        </Button>
      ) : (
        <Button disabled={enable.isPending} onClick={() => enable.mutate({ id: workflowId })}>
          Enable as it is
        </Button>
      )}
      {error && <Failed error={error} />}
    </li>
  );
}
