import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/program.ts';
import { startStdio } from '../support/stdio.ts';

test('an agent that is told to use another configuration than its host has is refused, not fooled', async () => {
  const dataDir = temporaryDirectory();
  const config = join(temporaryDirectory(), 'strict.json');
  writeFileSync(config, '{"permissionLevel":"read_only"}');
  const first = startStdio('pipe', { dataDir });
  await first.initialize();
  const second = startStdio('pipe', { dataDir, args: ['--config', config] });
  expect(await second.exit).toMatchObject({ code: 2 });
  expect(second.stderr()).toContain(`${config} would have no effect`);
  const own = temporaryDirectory();
  for (let i = 0; i < 2; i++)
    await startStdio('pipe', { dataDir: own, args: ['--config', config] }).initialize();
});
