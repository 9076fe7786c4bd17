import { definePack } from '../../core/registry.ts';

export const remote = definePack({
  acp_remote_execute_command: async () => (await import('./execute-command.ts')).executeCommand,
  acp_remote_list_files: async () => (await import('./list-files.ts')).listFiles,
  acp_remote_read_file: async () => (await import('./read-file.ts')).readFile,
  acp_remote_write_file: async () => (await import('./write-file.ts')).writeFile,
});
