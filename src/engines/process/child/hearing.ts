interface Hearing {
  /** Aborted with the error. */
  readonly failed: AbortSignal;
  hear(listen: () => void): void;
}

/**
 * Calls what listens to a child until it fails once. Output comes from the event loop, where nobody else would catch
 * the error and the whole program would end.
 */
export function createHearing(): Hearing {
  const failing = new AbortController();
  return {
    failed: failing.signal,
    hear: (listen) => {
      if (failing.signal.aborted) return;
      try {
        listen();
      } catch (error) {
        failing.abort(error);
      }
    },
  };
}
