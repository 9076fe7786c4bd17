/** The value, unless the call is over first; what comes too late is handed back. */
export function unlessOver<T>(
  value: Promise<T>,
  signal: AbortSignal,
  handBack: (late: T) => void = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      value.then(handBack, () => {});
      reject(signal.reason);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    const done = (): void => signal.removeEventListener('abort', stop);
    value.then(
      (found) => {
        done();
        if (!signal.aborted) resolve(found);
      },
      (error: unknown) => {
        done();
        reject(error);
      },
    );
  });
}
