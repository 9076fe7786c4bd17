/** Who started a run, as people call them: a browser has a long id that says nothing. */
export const whoStarted = (startedBy: string): string =>
  /^page(:|$)/.test(startedBy) ? 'you on this page' : startedBy;
