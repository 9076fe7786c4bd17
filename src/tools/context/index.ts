import { definePack } from '../../core/tool/registry.ts';

export const context = definePack({
  context_analyze_code: async () => (await import('./analyze-code.ts')).analyzeCode,
  context_diagnostics: async () => (await import('./diagnostics.ts')).diagnostics,
  context_find_definition: async () => (await import('./find-definition.ts')).findDefinition,
  context_find_files: async () => (await import('./find-files.ts')).findFiles,
  context_find_references: async () => (await import('./find-references.ts')).findReferences,
  context_get_dependencies: async () => (await import('./get-dependencies.ts')).getDependencies,
  context_get_symbols: async () => (await import('./get-symbols.ts')).getSymbols,
  context_outline: async () => (await import('./outline.ts')).outline,
  context_read_file: async () => (await import('./read-file.ts')).readFile,
});
