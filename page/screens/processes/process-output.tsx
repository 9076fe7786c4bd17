import { useEffect, useRef, useState } from 'react';
import type { Output } from '../../api/client.ts';
import { act } from '../../api/client.ts';
import { useLive } from '../../live/use-live.ts';
import { AnsiText } from '../../ui/ansi-text.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Failed } from '../../ui/states.tsx';

type Line = Output<'processes/output'>['lines'][number];

const MOST_LINES = 180;

/** What a process prints, as it prints it; the latest lines. */
export function ProcessOutput({ processId, name }: { readonly processId: string; readonly name: string }) {
  const { lines, error } = useOutput(processId);
  const box = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  const last = lines.at(-1)?.seq;
  useEffect(() => {
    if (isFollowing && last !== undefined) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [last, isFollowing]);
  return (
    <Panel
      title={`Output of ${name}`}
      actions={
        <label className="flex items-center gap-1.5 text-soft text-xs">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={isFollowing}
            onChange={(event) => setFollowing(event.target.checked)}
          />
          Follow
        </label>
      }
    >
      {error !== undefined && <Failed error={error} />}
      <div
        ref={box}
        tabIndex={0}
        role="log"
        aria-label={`Output of ${name}`}
        className="h-[60vh] overflow-auto bg-code p-3 font-mono text-[13px] leading-5"
      >
        {lines.length === 0 && <p className="text-soft">It has printed nothing yet.</p>}
        {lines.map(({ seq, stream, text }) => (
          <div
            key={seq}
            className={`whitespace-pre-wrap break-words ${stream === 'stderr' ? 'text-high' : ''}`}
          >
            <AnsiText text={text} />
          </div>
        ))}
      </div>
    </Panel>
  );
}

/** The last lines, then what comes; asked for again with each event that says there is more. */
function useOutput(processId: string) {
  const [lines, setLines] = useState<readonly Line[]>([]);
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
      if (found.lines.length > 0)
        setLines((before) => {
          const after = before.at(-1)?.seq ?? -1;
          return [...before, ...found.lines.filter(({ seq }) => seq > after)].slice(-MOST_LINES);
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
  return { lines, error };
}
