import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AGENTS, type Agent } from '../support/agents.ts';
import { temporaryDirectory } from '../support/program.ts';
import { createRepository } from '../support/repository.ts';

type Args = Record<string, unknown>;

/** Calls a tool that must succeed and answers its data. */
const caller =
  ({ callTool }: Agent) =>
  async (tool: string, args: Args = {}): Promise<Args> => {
    const result = (await callTool(tool, args)) as {
      isError?: boolean;
      structuredContent?: Args;
      content?: unknown;
    };
    if (result.isError || !result.structuredContent)
      throw new Error(`${tool}: ${JSON.stringify(result.content)}`);
    return result.structuredContent;
  };

describe.each(AGENTS.slice(1, 3))('git, $name, $way', ({ way, connect }) => {
  test('every tool of the pack does its part in a day of work', async () => {
    const root = temporaryDirectory();
    const repository = createRepository(join(root, 'project'));
    const first = repository.commit('first', { a: 'one\n' });
    repository.git('init', '--quiet', '--bare', '--initial-branch=main', '../bare.git');
    repository.git('remote', 'add', 'origin', '../bare.git');
    const agent = await connect(way, { root, packs: 'git', args: ['--mode', 'full_access'] });
    const call = caller(agent);
    const [repositoryPath, projectPath] = [repository.path, repository.path];

    await call('git_switch', { repositoryPath, branch: 'feature', create: true });
    repository.write('a', 'two\n');
    expect(await call('get_git_status', { projectPath })).toMatchObject({
      branch: 'feature',
      modified: ['a'],
    });
    expect(await call('git_diff', { repositoryPath })).toMatchObject({ files: [{ path: 'a' }] });
    expect(await call('git_add', { repositoryPath, files: ['a'] })).toEqual({ staged: ['a'] });
    expect(await call('get_staged_diff', { projectPath })).toMatchObject({ insertions: 1 });
    expect(await call('get_git_diff', { worktreePath: projectPath })).toMatchObject({ deletions: 1 });
    const { hash } = await call('git_commit', { repositoryPath, message: 'second' });
    expect(await call('git_log', { repositoryPath })).toMatchObject({ commits: [{ hash }, { hash: first }] });
    expect(await call('git_show', { repositoryPath })).toMatchObject({ commit: { hash, filesChanged: 1 } });
    expect(await call('git_blame', { repositoryPath, path: 'a' })).toMatchObject({
      lines: [{ hash, text: 'two' }],
    });
    expect(await call('git_current_branch', { repositoryPath })).toMatchObject({
      branch: 'feature',
      head: hash,
    });
    await call('git_create_branch', { repositoryPath, name: 'later' });
    expect(await call('git_list_branches', { repositoryPath })).toMatchObject({
      branches: [{ name: 'feature' }, { name: 'later' }, { name: 'main' }],
    });
    repository.write('a', 'aside\n');
    expect(await call('git_stash', { repositoryPath })).toMatchObject({ stashes: [{ index: 0 }] });
    expect(await call('git_push', { repositoryPath, setUpstream: true })).toMatchObject({
      remote: 'origin',
      hash,
    });
    expect(await call('git_pull', { repositoryPath })).toMatchObject({ updated: false });
    const { path } = await call('add_worktree', { projectPath, branch: 'side' });
    expect(await call('list_worktrees', { projectPath })).toMatchObject({
      worktrees: [{ isMain: true }, { path }],
    });
    expect(await call('get_worktree_status', { worktreePath: path })).toMatchObject({
      branch: 'side',
      clean: true,
    });
    expect(await call('remove_worktree', { worktreePath: path })).toEqual({ path, branch: 'side' });

    const uri = `git://${first}${repository.path}/a`;
    expect(await agent.client.readResource({ uri })).toMatchObject({ contents: [{ uri, text: 'one\n' }] });
    const onBranch = `git://feature${repository.path}/a`;
    expect(await agent.client.readResource({ uri: onBranch })).toMatchObject({
      contents: [{ text: 'two\n' }],
    });
    await expect(
      agent.client.readResource({ uri: `git://main${repository.path}/none` }),
    ).rejects.toMatchObject({
      code: -32602,
    });
    await expect(agent.client.readResource({ uri: 'git://main/etc/passwd' })).rejects.toMatchObject({
      message: expect.stringContaining('OUTSIDE_ROOT'),
    });
  });
});

test.each(AGENTS.slice(1, 2))(
  'a commit is asked about in the client, with what is staged; a secret-like file of a commit too',
  async ({ way, connect }) => {
    const root = temporaryDirectory();
    const repository = createRepository(root);
    repository.commit('first', { '.env': 'COLOUR=blue\n' });
    repository.write('a', 'new\n');
    repository.git('add', 'a');
    const questions: string[] = [];
    const answer = (question: string) => {
      questions.push(question);
      return { action: 'accept' as const, content: { decision: questions.length === 1 ? 'once' : 'deny' } };
    };
    const { callTool } = await connect(way, { root, packs: 'git', answer });
    expect(await callTool('git_commit', { message: 'second', repositoryPath: root })).toMatchObject({
      structuredContent: { filesChanged: 1 },
    });
    expect(await callTool('git_show', { path: '.env', repositoryPath: root })).toMatchObject({
      isError: true,
    });
    expect(questions).toEqual([expect.stringContaining('added a +1 -0'), expect.stringContaining('.env')]);
  },
);
