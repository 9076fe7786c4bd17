import { warn } from './print.ts';

const EXIT_LIMIT_MS = 1800;

/**
 * Runs `close` once, on the first signal or when told to, and exits within two seconds whatever happens. The caller
 * may have something to do before that.
 */
export function exitAfter(close: () => Promise<void>): (before?: () => Promise<void>) => void {
  let isEnding = false;
  const end = async (before?: () => Promise<void>): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(0), EXIT_LIMIT_MS).unref();
    try {
      await before?.();
      await close();
      // What stdout still holds would be lost.
      process.stdout.write('', () => process.exit(0));
    } catch (error) {
      warn(`toolgate: ${error instanceof Error ? error.message : String(error)}`);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
  return (before) => void end(before);
}
