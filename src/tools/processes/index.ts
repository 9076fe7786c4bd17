import { definePack } from '../../core/tool/registry.ts';

export const processes = definePack({
  get_background_process_output: async () =>
    (await import('./get-background-process-output.ts')).getBackgroundProcessOutput,
  list_background_processes: async () =>
    (await import('./list-background-processes.ts')).listBackgroundProcesses,
  stop_background_process: async () => (await import('./stop-background-process.ts')).stopBackgroundProcess,
});
