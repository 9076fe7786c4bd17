/**
 * Calls what listens to a child until it fails once. Output comes from the event loop, where nobody else would catch
 * the error and the whole program would end.
 */
export function createHearing() {
  const failing = new AbortController();
  return {
    /** Aborted with the error. */
    failed: failing.signal,
    hear: (listen: () => void): void => {
      if (failing.signal.aborted) return;
      try {
        listen();
      } catch (error) {
        failing.abort(error);
      }
    },
  };
}
