import { definePack } from '../../core/registry.ts';

export const filesystem = definePack({
  list_directory: async () => (await import('./list-directory.ts')).listDirectory,
  read_file: async () => (await import('./read-file.ts')).readFile,
});
