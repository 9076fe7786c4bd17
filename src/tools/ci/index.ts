import { definePack } from '../../core/registry.ts';

export const ci = definePack({
  get_diagnostics: async () => (await import('./get-diagnostics.ts')).getDiagnostics,
});
