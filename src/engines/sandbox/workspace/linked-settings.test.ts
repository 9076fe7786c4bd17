import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';

const EVIL = 'echo evil > data/tasks.json; mkdir -p data/mcp; echo evil > data/mcp/mcp.json; echo x > out';

function placeWithLinks(files: number) {
  const place = makePlace();
  mkdirSync(join(place.root, 'data'));
  for (let i = 0; i < files; i++) writeFileSync(join(place.root, `data/${i}`), '');
  symlinkSync('data', join(place.root, '.vscode'));
  symlinkSync('../data', join(place.root, 'packages/.junie'));
  const evil = () =>
    ['data/tasks.json', 'data/mcp/mcp.json'].filter((name) => existsSync(join(place.root, name)));
  return { ...place, evil };
}

inSandbox('what becomes a setting by a link is set aside, also among thousands of files', async () => {
  const { root, run, evil } = placeWithLinks(4000);
  await run(['write'], EVIL);
  expect(evil()).toEqual([]);
  expect(readFileSync(join(root, 'out'), 'utf8')).toBe('x\n');
});

inSandbox(
  'nothing is changed where a link of settings leads to more than can be looked through',
  async () => {
    const { root, run, evil } = placeWithLinks(6000);
    await expect(run(['write'], EVIL)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringMatching(/\.vscode|\.junie/),
    });
    expect([...evil(), existsSync(join(root, 'out'))]).toEqual([false]);
    expect((await run([], 'ls data | wc -l')).stdout.text.trim()).toBe('6000');
  },
);

inSandbox('a link of settings is set aside where a run fills what it leads to', async () => {
  const { root, run } = placeWithLinks(10);
  await run(['write'], `seq 6000 | (cd data && xargs touch); ${EVIL}`);
  expect(['.vscode', 'packages/.junie'].filter((name) => existsSync(join(root, name)))).toEqual([]);
});
