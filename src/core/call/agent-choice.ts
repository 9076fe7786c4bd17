import type { Caller } from './caller.ts';

/** What the person who started an agent chose for it: on its command line, or in its environment. */
export type AgentChoice = Partial<
  Pick<Caller, 'roots' | 'mode' | 'packs' | 'profile' | 'toolPermissions'>
> & { readonly autoApprove?: Partial<NonNullable<Caller['autoApprove']>> };

/** These hold for the agent they were given to; the host it may start serves other agents as well. */
export const AGENT_VARIABLES = [
  'TOOLGATE_ROOTS',
  'TOOLGATE_PERMISSION_LEVEL',
  'TOOLGATE_PACKS',
  'TOOLGATE_PROFILE',
  'TOOLGATE_TOOL_PERMISSIONS',
  'TOOLGATE_AUTO_APPROVE_ENABLED',
  'TOOLGATE_AUTO_APPROVE_TOOLS',
] as const;
