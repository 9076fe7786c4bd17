import { expect, test } from 'vitest';
import { isGitContent } from './git-content.ts';

const HASH = 'fc25184f3c1d0fe9b8c7a6d5e4f3a2b1c0d9e8f7';

test.each([
  `.git/objects/${HASH.slice(0, 2)}/${HASH.slice(2)}`,
  '.git/objects/pack/pack-1.pack',
  '.git/objects/pack/tmp_pack_x1',
  `/srv/bare.git/objects/${HASH.slice(0, 2)}/${HASH.slice(2)}`,
  '/a/.git/lfs/objects/ab/cd/abcd',
  '/a/.git/rr-cache/x/preimage',
  '/a/.git/commit_editmsg',
  '/a/.git/rebase-merge/patch',
  '/a/.git/my_tokens',
  '/a/.git/modules/lib/lfs/objects/ab/cd/abcd',
  '/a/.git/worktrees/w/commit_editmsg',
  '.git/a\nb',
  '.svn/pristine/a\nb',
])('%s may hold what a file held', (path) => expect(isGitContent(path)).toBe(true));

test.each([
  '/a/.git',
  '/a/.git/head',
  '/a/.git/config',
  '/a/.git/refs/heads/main',
  '/a/.git/packed-refs',
  '/a/.git/logs/head',
  '/a/.git/info/exclude',
  '/a/.git/hooks/pre-commit',
  '/a/.git/merge_head',
  '/a/.git/objects',
  '/a/.git/objects/pack',
  '/a/.git/objects/pack/pack-1.idx',
  '/a/.git/modules/lib/head',
  '/a/.gitignore',
  '/a/src/objects/ab/mesh.ts',
])('%s does not', (path) => expect(isGitContent(path)).toBe(false));
