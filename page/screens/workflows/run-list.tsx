import { Link } from '@tanstack/react-router';
import { visible } from '../../../src/core/text/visible.ts';
import type { Output } from '../../api/client.ts';
import { useRead } from '../../api/use-acts.ts';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { Ago, durationInWords } from '../../ui/time.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { RunStatus } from './run-status.tsx';
import { whoStarted } from './who-started.ts';

type Execution = Output<'workflows/executions'>['executions'][number];

/** What ran, newest first. */
export function RunList() {
  const answer = useRead('workflows/executions', { limit: 500 }, { refreshOn: ['run.changed'] });
  return (
    <Answer of={answer} what="runs">
      {({ executions }) =>
        executions.length === 0 ? (
          <Empty title="Nothing has run yet">
            Runs of workflows and actions are kept here with what they printed.
          </Empty>
        ) : (
          <Panel>
            <VirtualRows
              rows={executions}
              rowHeight={52}
              label="Runs"
              className="max-h-[70vh]"
              keyOf={({ executionId }) => executionId}
              render={(run) => <Row run={run} />}
            />
          </Panel>
        )
      }
    </Answer>
  );
}

const Row = ({ run }: { readonly run: Execution }) => (
  <Link
    to={`/workflows/runs/${run.executionId}`}
    className="flex h-full items-center gap-3 border-line border-b px-4 hover:bg-raised"
  >
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{visible(run.name)}</span>
      <span className="block truncate text-soft text-xs">
        {visible(`${run.kind}, ${run.trigger}, by ${whoStarted(run.startedBy)}`)}
      </span>
    </span>
    <span className="hidden whitespace-nowrap text-soft text-xs sm:block">
      {run.durationMs !== undefined && durationInWords(run.durationMs)}
    </span>
    <span className="whitespace-nowrap text-soft text-xs">
      <Ago at={run.createdAt} />
    </span>
    <RunStatus status={run.status} />
  </Link>
);
