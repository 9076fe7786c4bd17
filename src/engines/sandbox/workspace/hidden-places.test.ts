import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';

inSandbox(
  'what is hidden by its path cannot be brought into sight by moving what lies around it',
  async () => {
    const { root, run } = makePlace();
    const vault = join(root, 'a/b/vault');
    mkdirSync(vault, { recursive: true });
    mkdirSync(join(root, 'c'));
    writeFileSync(join(vault, 'plan.txt'), 'kq7planted');
    const hidden = { hidden: [vault] };
    const { stdout } = await run(
      ['write'],
      `mv a a2; perl -e 'rename "a/b", "b2"'; mv c c2; echo x > a/b/new; ls`,
      hidden,
    );
    expect(stdout.text).toBe('a\nc2\npackages\n');
    const later = await run([], `grep -rl kq7planted .; cat a/b/new`, hidden);
    expect(later.stdout.text).toBe('x\n');
  },
);

inSandbox('a directory between two open ones stays where it is', async () => {
  const { root, dataDir, run } = makePlace();
  const inner = join(root, 'b/c/d');
  mkdirSync(join(inner, 'vault'), { recursive: true });
  writeFileSync(join(inner, 'vault/plan.txt'), 'planted\n');
  const reach = { roots: [inner, root], hidden: [dataDir, join(inner, 'vault')] };
  const script =
    'perl -e \'rename "b", "b2"; rename "b/c", "c2"; rename "b/c/d", "d2"\'; echo x | tee b/new b/c/new b/c/d/new; ls b/c/d/vault; mv b/new b/moved';
  const { stdout } = await run(['write'], script, reach);
  expect(stdout.text).toBe('x\n');
  expect((await run([], 'ls b b/c b/c/d; grep -r planted .', reach)).stdout.text).toBe(
    'b:\nc\nmoved\n\nb/c:\nd\nnew\n\nb/c/d:\nnew\nvault\n',
  );
  const others = await run(['write'], script.replaceAll('b/new', 'b/later'), { roots: [inner, root] });
  expect([others.exitCode, readdirSync(root).includes('b2')]).toEqual([0, false]);
});
