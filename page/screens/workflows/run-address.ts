/** Where a run is shown, once it has begun. */
export const runAddress = (executionId: string | null): string | undefined =>
  executionId === null ? undefined : `/workflows/runs/${executionId}`;
