import { type LineClient, startLineClient } from './line-client.ts';

/** Packs whose tools need nothing but the program itself. */
export const PACKS = 'conformance,filesystem,ci,gate';

/** A background host that a failed test leaves behind is gone soon after its last agent. */
export const SHORT_LIVED: Readonly<Record<string, string>> = { TOOLGATE_IDLE_EXIT_MS: '1000' };

interface AgentOptions {
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

/** A stdio agent on a data directory, not yet initialized. */
export const startAgent = (dataDir: string, { args = [], cwd, env }: AgentOptions = {}): LineClient =>
  startLineClient(['stdio', '--data-dir', dataDir, '--pack', PACKS, ...args], {
    ...(cwd !== undefined && { cwd }),
    env: { ...SHORT_LIVED, ...env },
  });

/** Sends a call whose id is also the mark by which it is found in the record; does not wait. */
export const sendCall = (agent: LineClient, label: string, seconds: number): void =>
  agent.send({
    jsonrpc: '2.0',
    id: label,
    method: 'tools/call',
    params: { name: 'slow_compute', arguments: { seconds, label } },
  });

/** The text an agent got for a call, waiting for it if need be. */
export async function textOf(agent: LineClient, label: string, limitMs?: number): Promise<string> {
  const { result, error } = await agent.answer(label, limitMs);
  const content = result?.content as { text: string }[] | undefined;
  return content?.map(({ text }) => text).join('\n') ?? JSON.stringify(error);
}

/** A call from question to answer. */
export async function callNow(agent: LineClient, label: string): Promise<string> {
  sendCall(agent, label, 0);
  return textOf(agent, label);
}
