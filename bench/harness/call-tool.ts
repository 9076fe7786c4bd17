import type { Caller } from '../../src/core/call/caller.ts';
import type { Host } from '../../src/host/create-host.ts';

/** Calls that must succeed: a failure would be measured as a very quick tool. */
export const callTool =
  (host: Host, caller: Caller) =>
  async (tool: string, args: object): Promise<void> => {
    const answer = await host.call({ tool, args, caller });
    if (answer.kind !== 'result' || !answer.ok) throw new Error(`${tool} failed: ${JSON.stringify(answer)}`);
  };
