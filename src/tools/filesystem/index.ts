import { definePack } from '../../core/tool/registry.ts';

export const filesystem = definePack({
  copy_path: async () => (await import('./copy-path.ts')).copyPath,
  create_directory: async () => (await import('./create-directory.ts')).createDirectory,
  delete_file: async () => (await import('./delete-file.ts')).deleteFile,
  directory_exists: async () => (await import('./directory-exists.ts')).directoryExists,
  edit_file: async () => (await import('./edit-file.ts')).editFile,
  file_exists: async () => (await import('./file-exists.ts')).fileExists,
  get_file_info: async () => (await import('./get-file-info.ts')).getFileInfo,
  list_directory: async () => (await import('./list-directory.ts')).listDirectory,
  move_path: async () => (await import('./move-path.ts')).movePath,
  read_file: async () => (await import('./read-file.ts')).readFile,
  restore_file: async () => (await import('./restore-file.ts')).restoreFile,
  write_file: async () => (await import('./write-file.ts')).writeFile,
  search_files: async () => (await import('./search-files.ts')).searchFiles,
  search_text: async () => (await import('./search-text.ts')).searchText,
});
