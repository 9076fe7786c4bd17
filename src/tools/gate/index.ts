import { definePack } from '../../core/registry.ts';

export const gate = definePack({
  query_audit: async () => (await import('./query-audit.ts')).queryAudit,
});
