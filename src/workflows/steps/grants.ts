import type { PlannedCall } from '../../core/workflow/planned-call.ts';

/** Calls that are being made for runs now, with what was allowed of each when its run was. */
export interface Grants {
  during<T>(requestKey: string, planned: PlannedCall | undefined, work: () => Promise<T>): Promise<T>;
  /** What the gate compares a call with. */
  plannedFor(requestKey: string): PlannedCall | undefined;
}

export function createGrants(): Grants {
  const calls = new Map<string, PlannedCall>();
  return {
    during: async (requestKey, planned, work) => {
      if (planned) calls.set(requestKey, planned);
      try {
        return await work();
      } finally {
        calls.delete(requestKey);
      }
    },
    plannedFor: (requestKey) => calls.get(requestKey),
  };
}
