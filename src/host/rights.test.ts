import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, type TestHost } from '../../test/support/host.ts';
import { temporaryDirectory } from '../../test/support/program.ts';
import type { Caller } from '../core/call/caller.ts';
import { createSettingTimes } from '../store/setting-times.ts';
import { openState } from '../store/state.ts';
import { localAgent } from './agent.ts';

function makeProject(host: TestHost) {
  const file = join(host.root, 'a.txt');
  writeFileSync(file, 'text\n');
  const path = join(host.root, 'toolgate.json');
  return {
    write: (content: unknown) =>
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content)),
    remove: () => rmSync(path),
    /** What becomes of a read, and of a write. */
    outcomes: async (caller: Caller) => {
      const calls = [
        { tool: 'read_file', args: { path: file }, caller },
        { tool: 'write_file', args: { path: join(host.root, 'new.txt'), content: '' }, caller },
      ];
      const answers = await Promise.all(calls.map((call) => host.host.call(call)));
      return answers.map((answer) =>
        answer.kind !== 'result' ? answer.kind : answer.ok ? 'done' : answer.error.code,
      );
    },
  };
}

/** Everybody to whom the directory is open, wherever they work. */
async function callersOf({ host, root }: TestHost): Promise<[string, Caller][]> {
  const below = join(root, 'below');
  mkdirSync(below);
  const local = await localAgent(host.config, 'stdio', { cwd: root });
  const elsewhere = await localAgent(host.config, 'stdio', { cwd: temporaryDirectory(), roots: [root] });
  const inside = await localAgent(host.config, 'stdio', { cwd: below, roots: [root] });
  const other = { cwd: undefined, roots: [temporaryDirectory(), root] };
  const { settings: _, ...stored } = { ...local, ...other };
  return [
    ['in the directory', local],
    ['elsewhere', elsewhere],
    ['below it', inside],
    ['over HTTP', { ...local, ...other, transport: 'http' }],
    ['as a run', { ...stored, transport: 'run' }],
  ];
}

test('a project file narrows everybody to whom its directory is open, from the next call on', async () => {
  const host = createTestHost();
  const project = makeProject(host);
  const callers = await callersOf(host);
  const expectAll = async (expected: readonly string[]) => {
    for (const [where, caller] of callers)
      expect([where, await project.outcomes(caller)]).toEqual([where, expected]);
  };
  await expectAll(['done', 'APPROVAL_PENDING']);
  project.write({ permissionLevel: 'read_only' });
  await expectAll(['done', 'BLOCKED_BY_POLICY']);
  project.write({ permissionLevel: 'full_access', toolPermissions: { read_file: 'blocked' } });
  await expectAll(['BLOCKED_BY_POLICY', 'APPROVAL_PENDING']);
  project.write({ packs: ['ci'] });
  await expectAll(['UNKNOWN_TOOL', 'UNKNOWN_TOOL']);
  project.write('{"permissionLevel": ');
  await expectAll(['BLOCKED_BY_POLICY', 'BLOCKED_BY_POLICY']);
  project.remove();
  await expectAll(['done', 'APPROVAL_PENDING']);
});

test('of several project files the strictest counts, and one that is not open says nothing', async () => {
  const host = createTestHost();
  const project = makeProject(host);
  const [second, closed] = [temporaryDirectory(), temporaryDirectory()];
  project.write({ permissionLevel: 'full_access', toolPermissions: { write_file: 'blocked' } });
  writeFileSync(
    join(second, 'toolgate.json'),
    JSON.stringify({ toolPermissions: { read_file: 'blocked', write_file: 'confirm' } }),
  );
  writeFileSync(join(closed, 'toolgate.json'), '{');
  const roots = [host.root, second];
  const both = await localAgent(host.host.config, 'stdio', { cwd: host.root, roots });
  expect(await project.outcomes(both)).toEqual(['BLOCKED_BY_POLICY', 'BLOCKED_BY_POLICY']);
  const one = await localAgent(host.host.config, 'stdio', { cwd: host.root });
  expect(await project.outcomes(one)).toEqual(['done', 'BLOCKED_BY_POLICY']);
});

test('what is wrong with a project file is named in the refusal', async () => {
  const host = createTestHost();
  const caller = await localAgent(host.host.config, 'stdio', { cwd: host.root });
  makeProject(host).write({ port: 80 });
  const answer = await host.host.call({ tool: 'get_diagnostics', args: {}, caller });
  expect(answer).toMatchObject({
    error: { code: 'BLOCKED_BY_POLICY', message: expect.stringContaining('"port" can only be set by you') },
  });
});

test('what a person sets binds agents that began before, also under another host, and not those that begin later', async () => {
  const { host, root } = createTestHost();
  const file = join(temporaryDirectory(), 'toolgate.db');
  const idAt = (at: number) => {
    const time = at.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-a000-000000000000`;
  };
  const choice = {
    ...{ cwd: root, mode: 'full_access' as const },
    autoApprove: { enabled: true, tools: ['write_file'] },
  };
  const state = openState(file);
  createSettingTimes(state).note(['permissionLevel', 'autoApprove']);
  state.close();
  const times = createSettingTimes(openState(file));
  const rightsOf = async (startedAt: number) => {
    const { mode, autoApprove } = await localAgent(host.config, 'stdio', choice, idAt(startedAt), times);
    return [mode, autoApprove?.enabled];
  };
  expect(await rightsOf(Date.now() - 60_000)).toEqual(['execute_with_confirm', false]);
  expect(await rightsOf(Date.now() + 60_000)).toEqual(['full_access', true]);
});
