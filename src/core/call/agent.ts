/** Whether an agent's calls run, wait, or are refused. */
export const AGENT_STATES = ['running', 'paused', 'stopped'] as const;
export type AgentState = (typeof AGENT_STATES)[number];

/** Somebody who is connected, or has called since the host started. */
export interface Agent {
  readonly session: string;
  readonly principal: string;
  /** As it calls itself now. */
  readonly client: string;
  /** All that it has called itself. */
  readonly clients: readonly string[];
  readonly state: AgentState;
  readonly calls: number;
  /** Null while it has not called. */
  readonly lastCallAt: string | null;
}
