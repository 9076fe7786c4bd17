import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';

inSandbox('a script that git is told to run cannot be moved away and made anew by the next run', async () => {
  const { root, run } = makePlace();
  writeFileSync(
    join(root, '.git/config'),
    '[filter "x"]\n\tclean = sh tools/deep/clean.sh\n[alias]\n\tlint = !sh scripts/lint.sh\n',
  );
  const scripts = ['tools/deep/clean.sh', 'scripts/lint.sh'];
  for (const path of scripts) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), 'own');
  }
  await run(['write'], 'mv tools tools-old; mv scripts scripts-old; mv tools/deep x; rm -rf tools scripts');
  await run(
    ['write'],
    `mkdir -p tools/deep scripts; echo evil | tee ${scripts.join(' ')}; echo x | tee tools/beside scripts/beside`,
  );
  expect(
    [...scripts, 'tools/beside', 'scripts/beside'].map((path) => readFileSync(join(root, path), 'utf8')),
  ).toEqual(['own', 'own', 'x\n', 'x\n']);
});
