import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../../../test/support/searched-project.ts';
import type { HookClient } from '../../core/hook-clients.ts';

/** Where a person allowed edits for the session. */
async function createEdited(client: HookClient) {
  const project = createProject({ isSecret: false });
  const { ask, host, put } = project;
  const decided = async (tool: string, input: Record<string, unknown>) =>
    (await ask(tool, input, { client })).decision;
  await decided('write_file', { file_path: 'src/a.ts', content: 'x' });
  for (const { id } of host.approvals.list('pending'))
    host.approvals.decide(id, { verdict: 'approve', scope: 'session', by: 't', via: 'terminal' });
  put('.vscode/settings.json', '{}');
  return { ...project, decided };
}

test('Gemini CLI takes an @ off a path: both names count', async () => {
  const { decided, put } = await createEdited('gemini');
  put('.npmrc', '//registry.npmjs.org/:_authToken=x\n');
  for (const file_path of ['@.git/hooks/pre-commit', '@.vscode/settings.json', '@/.claude/settings.json'])
    expect(await decided('write_file', { file_path, content: 'x' }), file_path).toBe('deny');
  for (const file_path of ['@.npmrc', '@.env', '@\\.npmrc'])
    expect(await decided('read_file', { file_path }), file_path).toBe('deny');
  put('@scope/b.ts', 'x');
  for (const file_path of ['@scope/b.ts', '@scope/c.ts', '@src/a.ts', 'src/@b.ts'])
    expect(await decided('write_file', { file_path, content: 'x' }), file_path).toBe('allow');
});

test('Gemini CLI looks elsewhere for a file that is not there, so it is to name it wholly', async () => {
  const { decided, root } = await createEdited('gemini');
  const change = { old_string: 'a', new_string: 'b' };
  for (const file_path of ['settings.json', './settings.json', '@settings.json', 'vscode/settings.json'])
    expect(await decided('replace', { file_path, ...change }), file_path).toBe('deny');
  for (const file_path of ['src/a.ts', join(root, 'src/a.ts'), join(root, 'src/new.ts')])
    expect(await decided('replace', { file_path, ...change }), file_path).toBe('allow');
});

test('a home directory with a backslash behind it is one for some clients', async () => {
  const { decided } = await createEdited('qwen');
  for (const path of ['~\\.config', '~\\', '~\\a\\b']) {
    expect(await decided('grep_search', { path, pattern: 'x' }), path).not.toBe('pass');
    expect(await decided('list_directory', { path }), path).not.toBe('pass');
  }
  expect(await decided('grep_search', { path: join(homedir(), '.config'), pattern: 'x' })).not.toBe('pass');
  expect(await decided('grep_search', { path: 'src', pattern: 'x' })).toBe('pass');
});
