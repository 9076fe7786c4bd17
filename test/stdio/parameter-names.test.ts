import { describe, expect, test } from 'vitest';
import { AGENTS } from '../support/agents.ts';
import { temporaryDirectory } from '../support/program.ts';
import { createRepository } from '../support/repository.ts';

describe.each(AGENTS)('names of parameters, with $name, $way', ({ connect, way }) => {
  test('one word serves for the same thing in every tool', async () => {
    const repository = createRepository(temporaryDirectory());
    repository.commit('first', {
      'src/a.ts': 'export const answer = 42;\n',
      'package.json': '{"scripts":{}}',
    });
    repository.commit('second');
    const packs = 'filesystem,git,projects,ci';
    const { callTool } = await connect(way, { root: repository.path, packs });
    const { path } = repository;
    const said = async (name: string, args: Record<string, unknown>): Promise<unknown> => {
      const answer = await callTool(name, args);
      return 'isError' in answer ? JSON.stringify(answer) : 'done';
    };
    const calls: [string, Record<string, unknown>][] = [
      ['get_git_status', { path }],
      ['list_project_scripts', { path }],
      ['git_current_branch', { path }],
      ['git_current_branch', { projectPath: path }],
      ['get_worktree_status', { path }],
      ['run_command', { command: 'pwd', path }],
      ['search_files', { query: '*.ts', path }],
      ['search_text', { pattern: 'answer', path }],
      ['git_log', { limit: 1, repositoryPath: path }],
      ['search_text', { query: 'answer', path, max_count: 1 }],
      ['read_file', { file_path: `${path}/src/a.ts`, offset: 1, limit: 5 }],
    ];
    const answers = await Promise.all(calls.map(async ([name, args]) => [name, await said(name, args)]));
    expect(answers).toEqual(calls.map(([name]) => [name, 'done']));
    expect(await callTool('git_log', { limit: 1, repositoryPath: path })).toMatchObject({
      structuredContent: { commits: [{ subject: 'second' }] },
    });
  });

  test('a name that is nearly right is answered with the right one and the whole signature', async () => {
    const { callTool } = await connect(way, { packs: 'filesystem,git' });
    expect(await callTool('git_log', { maxCuont: 3 })).toMatchObject({
      isError: true,
      content: [
        {
          text: expect.stringMatching(
            /^VALIDATION: git_log: there is no "maxCuont", did you mean "maxCount"\?\nCall it as git_log\(.*repositoryPath\?: string.*maxCount\?: integer = \d+.*\)\.$/,
          ),
        },
      ],
    });
    expect(await callTool('edit_file', { path: 'a', edits: [{ old: 'a', newText: 'b' }] })).toMatchObject({
      isError: true,
      content: [
        {
          text: expect.stringContaining(
            'edits: { oldText: string, newText: string, replaceAll?: boolean = false }[]',
          ),
        },
      ],
    });
  });

  test('a word that could mean two parameters is refused', async () => {
    const { callTool } = await connect(way, { packs: 'filesystem,git' });
    expect(await callTool('git_diff', { path: 'src' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('there is no "path", did you mean "paths"?') }],
    });
    expect(await callTool('search_text', { query: 'a', pattern: '*.ts' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('there is no "pattern"') }],
    });
  });
});
