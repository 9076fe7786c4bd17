import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { ApiError, act } from '../../api/client.ts';
import { useLive } from '../../live/use-live.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Failed } from '../../ui/states.tsx';
import { durationInWords } from '../../ui/time.tsx';
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

type State =
  | { readonly kind: 'idle' | 'starting' | 'waiting' }
  | { readonly kind: 'started'; readonly processId: string | null }
  | { readonly kind: 'failed'; readonly error: unknown };

function ScriptRow({ id, script }: { readonly id: string; readonly script: Project['scripts'][number] }) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const run = async (): Promise<void> => {
    setState({ kind: 'starting' });
    try {
      const { processId, isWaiting } = await act('projects/run-script', { id, script: script.name });
      setState(isWaiting ? { kind: 'waiting' } : { kind: 'started', processId });
    } catch (error) {
      setState({ kind: 'failed', error: error instanceof ApiError ? error : new Error(String(error)) });
    }
  };
  // The answer to its question starts nothing by itself: the same call does, once more.
  useLive(['approval.decided'], (event) => {
    if (state.kind === 'waiting' && event.name === 'approval.decided') void run();
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
      {state.kind === 'waiting' && <Badge look="warn">waits for your approval</Badge>}
      {state.kind === 'started' && (
        <Link
          to={state.processId === null ? '/processes' : `/processes/${state.processId}`}
          className="text-accent underline"
        >
          Output
        </Link>
      )}
      <Button
        aria-label={`Run ${script.name}`}
        disabled={state.kind === 'starting'}
        onClick={() => void run()}
        icon={<Play aria-hidden size={13} />}
      >
        Run
      </Button>
      {state.kind === 'failed' && <Failed error={state.error} />}
    </li>
  );
}
