import { ExternalLink, Square } from 'lucide-react';
import { visible } from '../../../src/core/text/visible.ts';
import type { Output } from '../../api/client.ts';
import { useAct } from '../../api/use-acts.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/states.tsx';
import { durationInWords, lengthInWords, useNow } from '../../ui/time.tsx';

export type Process = Output<'processes/list'>['processes'][number];

const LOOKS: Readonly<Record<Process['status'], BadgeLook>> = {
  starting: 'low',
  running: 'good',
  completed: 'plain',
  failed: 'bad',
  stopped: 'plain',
  lost: 'warn',
};

interface Props {
  readonly process: Process;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
}

export function ProcessRow({ process, isChosen, onChoose }: Props) {
  const { processId, name, command, client, status, ports, usage, restarts, startedAt, endedAt, exitCode } =
    process;
  const now = useNow();
  const stop = useAct('processes/stop', ['processes/list']);
  const isRunning = status === 'running' || status === 'starting';
  const until = endedAt === undefined ? now : Date.parse(endedAt);
  return (
    <li
      className={`flex min-w-0 flex-col gap-1.5 rounded-lg border bg-panel p-3 ${isChosen ? 'border-accent ring-1 ring-accent' : 'border-line'}`}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Badge look={LOOKS[status]}>{status}</Badge>
        <button
          type="button"
          aria-current={isChosen ? 'true' : undefined}
          onClick={() => onChoose(processId)}
          className="min-w-0 flex-1 basis-40 truncate text-left font-medium hover:underline"
        >
          {visible(name)}
        </button>
        {ports.map((port) => (
          <a
            key={port}
            href={`http://localhost:${port}/`}
            target="_blank"
            rel="noreferrer noopener"
            className="flex items-center gap-1 text-accent underline"
          >
            :{port}
            <ExternalLink aria-hidden size={13} />
            <span className="sr-only"> opens in a new tab</span>
          </a>
        ))}
        {isRunning && (
          <Button
            look="bad"
            aria-label={`Stop ${name}`}
            disabled={stop.isPending}
            onClick={() => stop.mutate({ processId })}
            icon={<Square aria-hidden size={12} />}
          >
            Stop
          </Button>
        )}
      </div>
      <code className="truncate font-mono text-soft text-xs">{visible(command)}</code>
      <p className="text-soft text-xs">
        {visible(client)}; {isRunning ? 'up' : 'ran'} {lengthInWords(until - Date.parse(startedAt))}
        {usage &&
          `; CPU ${durationInWords(usage.cpuMs)}, memory ${Math.round(usage.memoryBytes / 1_048_576)} MB`}
        {restarts > 0 && `; ${restarts} restarts`}
        {exitCode !== undefined && exitCode !== null && `; exit code ${exitCode}`}
      </p>
      {stop.error && <Failed error={stop.error} />}
    </li>
  );
}
