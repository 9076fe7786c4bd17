/** What a token lets its holder do. */
export const SCOPES = ['tools:call', 'approvals:decide', 'admin', 'metrics:read'] as const;
export type Scope = (typeof SCOPES)[number];
