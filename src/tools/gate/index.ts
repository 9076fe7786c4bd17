import { definePack } from '../../core/tool/registry.ts';

export const gate = definePack({
  explain_call: async () => (await import('./explain-call.ts')).explainCall,
  list_approvals: async () => (await import('./list-approvals.ts')).listApprovals,
  query_audit: async () => (await import('./query-audit.ts')).queryAudit,
  wait_for_approval: async () => (await import('./wait-for-approval.ts')).waitForApproval,
});
