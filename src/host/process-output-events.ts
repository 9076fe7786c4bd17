import type { Events } from '../core/events.ts';
import type { HostProcesses } from './processes.ts';

/** A process is written down a moment before the table has it. */
const SOON_MS = 100;

/** Tells that a background process printed something, from its beginning to its end. */
export function tellOutput(
  { subscribe, emit }: Pick<Events, 'subscribe' | 'emit'>,
  watchOutput: HostProcesses['watchOutput'],
): void {
  const watched = new Map<string, () => void>();
  subscribe(['process.started', 'process.ended'], (event) => {
    if (event.name === 'process.started') {
      const { processId, principal } = event.data;
      const tell = (): void => emit('process.output', { processId });
      const timer = setTimeout(() => {
        watched.set(processId, watchOutput(principal, processId, tell));
        tell();
      }, SOON_MS).unref();
      watched.set(processId, () => clearTimeout(timer));
    } else if (event.name === 'process.ended') {
      watched.get(event.data.processId)?.();
      watched.delete(event.data.processId);
    }
  });
}
