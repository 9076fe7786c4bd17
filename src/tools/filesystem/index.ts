import { definePack } from '../../core/registry.ts';

export const filesystem = definePack({
  list_directory: async () => (await import('./list-directory.ts')).listDirectory,
  read_file: async () => (await import('./read-file.ts')).readFile,
  search_files: async () => (await import('./search-files.ts')).searchFiles,
  search_text: async () => (await import('./search-text.ts')).searchText,
});
