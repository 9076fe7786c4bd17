/** Also where that was before. */
export const whenAborted = (signal: AbortSignal, act: () => void): void => {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
};
