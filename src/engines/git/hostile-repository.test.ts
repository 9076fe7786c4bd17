import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestHost } from '../../../test/support/host.ts';
import {
  createTarget,
  touch,
  VECTORS,
  type Vector,
  writeProgram,
} from '../../../test/support/hostile-repositories.ts';
import type { TestRepository } from '../../../test/support/repository.ts';

const READS: readonly (readonly [string, object])[] = [
  ['get_git_status', {}],
  ['get_worktree_status', { worktreePath: '.' }],
  ['get_staged_diff', {}],
  ['get_git_diff', { worktreePath: '.' }],
  ['git_diff', {}],
  ['git_diff', { ref: 'HEAD~1' }],
  ['git_log', { path: 'b.txt' }],
  ['git_show', {}],
  ['git_show', { ref: 'HEAD~1', path: 'b.txt' }],
  ['git_blame', { path: 'b.txt' }],
  ['git_list_branches', {}],
  ['git_current_branch', {}],
  ['list_worktrees', {}],
  ['git_stash', { action: 'list' }],
  // Nobody approves these: what runs is what the person would be shown.
  ['git_commit', { message: 'x' }],
  ['remove_worktree', { worktreePath: '.' }],
];

function arm({ arm: armWith }: Vector) {
  const { call, root } = createTestHost();
  const marker = join(root, 'marker');
  const repository = createTarget(join(root, 'repository'));
  armWith(repository, writeProgram(root, marker));
  rmSync(marker, { force: true });
  return { call, repository, marker };
}

const plainGit = ({ path }: TestRepository, args: readonly string[]): void => {
  try {
    execFileSync('git', args, { cwd: path, stdio: 'ignore', timeout: 10_000 });
  } catch {
    // What counts is whether the program ran.
  }
};

describe.each(VECTORS)('$name', (vector) => {
  test.runIf(vector.proof)('makes plain git run the program', () => {
    const { repository, marker } = arm(vector);
    touch(repository);
    plainGit(repository, vector.proof ?? []);
    expect(existsSync(marker)).toBe(true);
  });

  test('runs nothing through any of our reads, and they answer', async () => {
    const { call, repository, marker } = arm(vector);
    touch(repository);
    const answers = await Promise.all(
      READS.map(async ([tool, args]) => {
        const answer = await call(tool, { ...args, [placeOf(tool, args)]: repository.path });
        return answer.kind === 'result' && !answer.ok ? `${tool}: ${answer.error.code}` : 'ok';
      }),
    );
    expect(existsSync(marker) ? readFileSync(marker, 'utf8') : 'nothing ran').toBe('nothing ran');
    const failed = answers.filter((answer) => answer !== 'ok' && !answer.endsWith('APPROVAL_PENDING'));
    expect(failed).toEqual(vector.name.startsWith('a partial clone') ? expect.any(Array) : []);
  });
});

function placeOf(tool: string, args: object): string {
  if ('worktreePath' in args) return 'worktreePath';
  return tool.startsWith('get_') || tool === 'list_worktrees' ? 'projectPath' : 'repositoryPath';
}
