import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sizesOfChildren } from '../../../test/support/children.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { until } from '../../../test/support/program.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

const FILES = {
  'src/a.ts': 'export const a = 1;\n',
  'src/b.ts': "import { a } from './a';\nimport z from 'zz';\nexport const b = [a, z];\n",
};

const sizes = (): number[] => sizesOfChildren('reader-process');

test.skipIf(process.platform !== 'linux')(
  'a manifest without an end takes a little memory for a moment, and is named as a reason',
  async () => {
    const { root, call } = createTestHost();
    writeFiles(root, FILES);
    mkdirSync(join(root, 'node_modules/zz'), { recursive: true });
    const manifest = join(root, 'node_modules/zz/package.json');
    symlinkSync('/dev/zero', manifest);
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, ...sizes());
    }, 50);
    const answer = await call('context_get_dependencies', { path: 'src/b.ts' });
    clearInterval(watch);
    expect(answer).toMatchObject({
      error: { code: 'TOO_LARGE', hint: expect.stringContaining('package.json') },
    });
    expect(peak).toBeLessThan(2500);
    await until('the reader is gone', () => sizes().length === 0);
    rmSync(manifest);
    expect(dataOf(await call('context_get_dependencies', { path: 'src/b.ts' }))).toMatchObject({
      dependencies: expect.arrayContaining([expect.objectContaining({ module: './a', type: 'local' })]),
    });
  },
  60_000,
);
