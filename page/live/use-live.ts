import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { EventName } from '../../src/core/events.ts';
import { type LiveEvent, type LiveState, listen, liveState, watchState } from './event-stream.ts';

/** Calls the listener with each of these events while the component is there. */
export function useLive(names: readonly EventName[], listener: (event: LiveEvent) => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  const key = names.join(',');
  useEffect(() => {
    // Sound: `key` was made from names of events.
    const wanted = key === '' ? [] : (key.split(',') as EventName[]);
    return listen(wanted, (event) => latest.current(event));
  }, [key]);
}

/** Whether the stream of events is open. */
export const useLiveState = (): LiveState => useSyncExternalStore(watchState, liveState);
