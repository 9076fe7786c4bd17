const EXIT_LIMIT_MS = 1800;

/** Runs `close` once, on the first signal or when told to, and exits within two seconds whatever it does. */
export function exitAfter(close: () => Promise<void>): () => void {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(0), EXIT_LIMIT_MS).unref();
    close().then(
      // What stdout still holds would be lost.
      () => process.stdout.write('', () => process.exit(0)),
      (error: unknown) => {
        process.stderr.write(`toolgate: ${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  return end;
}
