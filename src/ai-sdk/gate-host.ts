import type { Host } from '../host/create-host.ts';

/** What the tools of the AI SDK need of a host. */
export type GateHost = Pick<Host, 'call' | 'explain' | 'registry'> & {
  readonly approvals: Pick<Host['approvals'], 'get'>;
};
