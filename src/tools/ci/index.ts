import { definePack } from '../../core/tool/registry.ts';

export const ci = definePack({
  get_diagnostics: async () => (await import('./get-diagnostics.ts')).getDiagnostics,
  ci_build: async () => (await import('./ci-build.ts')).ciBuild,
  ci_run_tests: async () => (await import('./ci-run-tests.ts')).ciRunTests,
  ci_restore: async () => (await import('./ci-restore.ts')).ciRestore,
  run_command: async () => (await import('./run-command.ts')).runCommand,
});
