import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { act } from '../../api/client.ts';
import { useGated } from '../../live/use-gated.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { durationInWords } from '../../ui/time.tsx';
import { GateNotice } from '../approvals/gate-notice.tsx';
import type { Project } from './project-view.tsx';

const MOST = 100;

/** What package.json names, with how long each took lately. */
export function Scripts({ id, project }: { readonly id: string; readonly project: Project }) {
  return (
    <Panel title="Scripts">
      {project.scripts.length === 0 ? (
        <p className="p-4 text-soft">There are no scripts here.</p>
      ) : (
        <ul aria-label="Scripts" className="divide-y divide-line">
          {project.scripts.slice(0, MOST).map((script) => (
            <ScriptRow key={script.name} id={id} script={script} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface RowProps {
  readonly id: string;
  readonly script: Project['scripts'][number];
}

function ScriptRow({ id, script }: RowProps) {
  const gated = useGated();
  const [processId, setProcessId] = useState<string | null>(null);
  const run = (): void =>
    gated.start(`Script ${script.name}`, async () => {
      const { processId: started, approvalId } = await act('projects/run-script', {
        id,
        script: script.name,
      });
      setProcessId(started);
      return { approvalId, seeAt: outputAddress(started), stays: true };
    });
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-3 px-4 py-2">
      <span className="min-w-0 flex-1">
        <span className="font-medium">{visible(script.name)}</span>
        <code className="block truncate font-mono text-soft text-xs">{visible(script.command)}</code>
      </span>
      <span className="flex gap-1">
        {script.runs.map(({ at, durationMs, ok }) => (
          <Badge key={at} look={ok ? 'good' : 'bad'}>
            {durationInWords(durationMs)}
          </Badge>
        ))}
      </span>
      {gated.isDone && (
        <Link to={outputAddress(processId)} className="text-accent underline">
          Output
        </Link>
      )}
      <Button
        aria-label={`Run ${script.name}`}
        disabled={gated.isBusy}
        onClick={run}
        icon={<Play aria-hidden size={13} />}
      >
        Run
      </Button>
      <div className="w-full empty:hidden">
        <GateNotice gated={gated} />
      </div>
    </li>
  );
}

const outputAddress = (processId: string | null): string =>
  processId === null ? '/processes' : `/processes/${processId}`;
