import { definePack } from '../../core/tool/registry.ts';

export const shell = definePack({
  shell_execute: async () => (await import('./shell-execute.ts')).shellExecute,
  shell_send_input: async () => (await import('./shell-send-input.ts')).shellSendInput,
  shell_start: async () => (await import('./shell-start.ts')).shellStart,
});
