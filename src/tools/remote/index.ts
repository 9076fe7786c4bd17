import { definePack } from '../../core/tool/registry.ts';

export const remote = definePack({
  acp_remote_batch: async () => (await import('./batch.ts')).batch,
  acp_remote_chmod: async () => (await import('./chmod.ts')).changeMode,
  acp_remote_chown: async () => (await import('./chown.ts')).changeOwner,
  acp_remote_delete: async () => (await import('./delete.ts')).deletePath,
  acp_remote_download: async () => (await import('./download.ts')).downloadFile,
  acp_remote_execute_command: async () => (await import('./execute-command.ts')).executeCommand,
  acp_remote_execute_many: async () => (await import('./execute-many.ts')).executeMany,
  acp_remote_forward_port: async () => (await import('./forward-port.ts')).forwardPort,
  acp_remote_list_files: async () => (await import('./list-files.ts')).listFiles,
  acp_remote_list_hosts: async () => (await import('./list-hosts.ts')).listHosts,
  acp_remote_make_directory: async () => (await import('./make-directory.ts')).makeDirectory,
  acp_remote_move: async () => (await import('./move.ts')).movePath,
  acp_remote_read_file: async () => (await import('./read-file.ts')).readFile,
  acp_remote_upload: async () => (await import('./upload.ts')).uploadFile,
  acp_remote_write_file: async () => (await import('./write-file.ts')).writeFile,
});
