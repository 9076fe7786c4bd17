import { useSyncExternalStore } from 'react';

const watchers = new Set<() => void>();
let now = Date.now();
setInterval(() => {
  now = Date.now();
  for (const watcher of watchers) watcher();
}, 1000);

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** The time, to the second; one clock for the whole page. */
export const useNow = (): number => useSyncExternalStore(watch, () => now);

/** `12 s`, `3 min`, `2 h`, `5 d`. */
export function lengthInWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** `840 ms`, `2.4 s`: how long something took. */
export const durationInWords = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : lengthInWords(ms);

/** How long ago something was, with the exact time behind it. */
export function Ago({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {lengthInWords(now - Date.parse(at))} ago
    </time>
  );
}
