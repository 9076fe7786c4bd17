import { useCallback, useEffect, useRef, useState } from 'react';
import { act, type Output } from '../../../api/client.ts';
import { useLive } from '../../../live/use-live.ts';

export type LogLine = Output<'workflows/logs'>['lines'][number];

/** What a run printed; only what is new is asked for. */
export function useLog(id: string): { readonly lines: readonly LogLine[]; readonly error: unknown } {
  const [lines, setLines] = useState<readonly LogLine[]>([]);
  const [error, setError] = useState<unknown>();
  const last = useRef(0);
  const isAsking = useRef(false);
  const isMore = useRef(false);
  const read = useCallback(async (): Promise<void> => {
    isMore.current = true;
    if (isAsking.current) return;
    isAsking.current = true;
    try {
      while (isMore.current) {
        isMore.current = false;
        const { lines: found } = await act('workflows/logs', { id, after: last.current });
        const end = found.at(-1);
        if (end) {
          last.current = end.seq;
          setLines((before) => [...before, ...found]);
          isMore.current = true;
        }
      }
      setError(undefined);
    } catch (failure) {
      setError(failure);
    } finally {
      isAsking.current = false;
    }
  }, [id]);
  useEffect(() => void read(), [read]);
  useLive(['run.log', 'run.changed'], (event) => {
    if ('executionId' in event.data && event.data.executionId === id) void read();
  });
  return { lines, error };
}
