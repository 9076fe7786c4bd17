import { expect, test } from 'vitest';
import { createTestHost } from '../../../../test/support/host.ts';
import { callerWith } from '../../../host/agent.ts';
import { createToolList } from './tool-list.ts';

test('in read_only mode nothing is offered that can only write, whatever its risk depends on', () => {
  const { host, root } = createTestHost();
  const caller = callerWith(host.config, 'stdio', { cwd: root, env: {} });
  const namesIn = (mode: typeof caller.mode) =>
    createToolList(host)({ ...caller, mode }, undefined).tools.map(({ name }) => name);
  const writing = ['git_commit', 'git_push', 'remove_worktree'];
  expect(namesIn('execute_with_confirm')).toEqual(expect.arrayContaining(writing));
  const offered = namesIn('read_only');
  expect(offered).toEqual(expect.arrayContaining(['git_log', 'git_stash', 'shell_execute']));
  expect(offered.filter((name) => writing.includes(name))).toEqual([]);
});

test('in read_only mode only those tools that change things are offered whose arguments can make them a read', () => {
  const { host, root } = createTestHost();
  const caller = { ...callerWith(host.config, 'stdio', { cwd: root, env: {} }), mode: 'read_only' as const };
  const reading = host.registry.entries.filter(({ annotations }) => annotations.readOnlyHint);
  const names = new Set(reading.map(({ name }) => name));
  const changing = createToolList(host)(caller, undefined)
    .tools.map(({ name }) => name)
    .filter((name) => !names.has(name));
  expect(changing.sort()).toEqual([
    'acp_remote_batch',
    'acp_remote_execute_command',
    'acp_remote_execute_many',
    'acp_remote_forward_port',
    'edit_file',
    'git_stash',
    'run_command',
    'shell_execute',
    'shell_send_input',
    'shell_start',
    'stop_background_process',
  ]);
});
