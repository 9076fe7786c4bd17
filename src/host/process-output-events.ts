import type { Events } from '../core/events.ts';
import type { HostProcesses } from './processes.ts';

/** Tells that a background process printed something, from its beginning to its end. */
export function tellOutput(
  { subscribe, emit }: Pick<Events, 'subscribe' | 'emit'>,
  watchOutput: HostProcesses['watchOutput'],
): void {
  const watched = new Map<string, () => void>();
  subscribe(['process.started', 'process.ended'], (event) => {
    if (event.name === 'process.started') {
      const { processId, principal } = event.data;
      watched.set(
        processId,
        watchOutput(principal, processId, () => emit('process.output', { processId })),
      );
    } else if (event.name === 'process.ended') {
      watched.get(event.data.processId)?.();
      watched.delete(event.data.processId);
    }
  });
}
