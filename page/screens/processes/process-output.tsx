import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Output } from '../../api/client.ts';
import { act } from '../../api/client.ts';
import { useLive } from '../../live/use-live.ts';
import { CheckField } from '../../ui/field.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { TypeLine } from './type-line.tsx';

type Line = Output<'processes/output'>['lines'][number];

const MOST_LINES = 2000;
const TerminalView = lazy(() => import('../../ui/terminal/terminal-view.tsx'));

interface Props {
  readonly processId: string;
  readonly name: string;
  readonly isRunning: boolean;
}

/** What a process prints, as it prints it, in a terminal with its colours. */
export function ProcessOutput({ processId, name, isRunning }: Props) {
  const { lines, prompt, error, isRead } = useOutput(processId);
  const [isFollowing, setFollowing] = useState(true);
  return (
    <Panel
      title={`Output of ${name}`}
      actions={<CheckField label="Follow" isOn={isFollowing} onChange={setFollowing} />}
    >
      {error !== undefined && <Failed error={error} />}
      {isRead && lines.length === 0 && prompt === '' && (
        <p role="status" className="px-4 py-2 text-soft">
          It has printed nothing yet.
        </p>
      )}
      <section aria-label={`Output of ${name}`} className="min-w-0 overflow-hidden rounded-b-lg">
        <Suspense fallback={<Loading what="the terminal" />}>
          <TerminalView lines={lines} prompt={prompt} label={`Output of ${name}`} isFollowing={isFollowing} />
        </Suspense>
      </section>
      {isRunning ? (
        <TypeLine processId={processId} name={name} />
      ) : (
        <p className="border-line border-t px-4 py-2 text-soft">It has ended, so it takes no input.</p>
      )}
    </Panel>
  );
}

/** The last lines, then what comes; asked for again with each event that says there is more. */
function useOutput(processId: string) {
  const [lines, setLines] = useState<readonly { readonly seq: number; readonly text: string }[]>([]);
  const [prompt, setPrompt] = useState('');
  const [isRead, setRead] = useState(false);
  const [error, setError] = useState<unknown>();
  const next = useRef<number | undefined>(undefined);
  const isAsking = useRef(false);
  const isMissed = useRef(false);
  const more = async (): Promise<void> => {
    if (isAsking.current) {
      isMissed.current = true;
      return;
    }
    isAsking.current = true;
    try {
      const found = await act('processes/output', {
        processId,
        tailLines: MOST_LINES,
        sinceSeq: next.current,
      });
      next.current = found.nextSeq;
      setError(undefined);
      setPrompt(found.prompt ?? '');
      setRead(true);
      if (found.lines.length > 0)
        setLines((before) => {
          const after = before.at(-1)?.seq ?? -1;
          return [...before, ...found.lines.filter(({ seq }) => seq > after).map(toShown)].slice(-MOST_LINES);
        });
    } catch (thrown) {
      setError(thrown);
    } finally {
      isAsking.current = false;
    }
    if (!isMissed.current) return;
    isMissed.current = false;
    await more();
  };
  const ask = useRef(more);
  useEffect(() => {
    void ask.current();
  }, []);
  useLive(['process.output', 'process.ended'], (event) => {
    if ((event.data as { processId?: string }).processId === processId) void ask.current();
  });
  return { lines, prompt, error, isRead };
}

/** What goes to stderr is red, unless it has colours of its own. */
const toShown = ({ seq, stream, text, ansi }: Line) => ({
  seq,
  text: ansi ?? (stream === 'stderr' ? `\u001b[31m${text}` : text),
});
