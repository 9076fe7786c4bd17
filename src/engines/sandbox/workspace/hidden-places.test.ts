import { mkdirSync, writeFileSync } from 'node:fs';
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
