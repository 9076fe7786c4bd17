import { definePack } from '../../core/registry.ts';

export const context = definePack({
  context_analyze_code: async () => (await import('./analyze-code.ts')).analyzeCode,
  context_find_files: async () => (await import('./find-files.ts')).findFiles,
  context_get_symbols: async () => (await import('./get-symbols.ts')).getSymbols,
  context_read_file: async () => (await import('./read-file.ts')).readFile,
});
