import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';
import { createSessionTmp, outsidePath } from './session-tmp.ts';

inSandbox('what an allowed run puts in the place of its own part of /tmp leads nowhere', async () => {
  const { home, dataDir, run } = makePlace();
  const tmp = createSessionTmp(join(dataDir, 'tmp')).of('s');
  const swap = `mv /tmp/.allowed /tmp/old || rm -rf /tmp/.allowed; rm -rf /tmp/.allowed/.allowed; ln -s ${home} /tmp/.allowed/.allowed; ln -sT ${home} /tmp/.allowed`;
  await run(['write'], swap, { tmp });
  for (const hasOwnTmp of [true, false]) {
    const look = 'cat /tmp/.ssh/id_ed25519 /tmp/.allowed/.ssh/id_ed25519; echo x > /tmp/made';
    const { stdout } = await run(['write'], look, { tmp, hasOwnTmp });
    expect(stdout.text).toBe('');
  }
  expect(existsSync(join(home, 'made'))).toBe(false);
});

inSandbox('allowed runs keep a part of /tmp that the others do not find', async () => {
  const { dataDir, run } = makePlace();
  const directory = join(dataDir, 'tmp');
  const sessions = createSessionTmp(directory);
  const tmp = sessions.of('s');
  await run(['write'], 'echo kept > $TMPDIR/a; echo shared > /tmp/b', { tmp });
  const closed = await run([], 'cat /tmp/.allowed/a; cat /tmp/b', { tmp });
  expect(closed.stdout.text).toBe('shared\n');
  const own = await run(['write'], 'cat /tmp/a /tmp/.allowed/a; cat /tmp/b', { tmp, hasOwnTmp: true });
  expect(own.stdout.text).toBe('kept\nkept\n');
  expect(['/tmp/b', '/tmp/.allowed/a'].every((path) => existsSync(outsidePath(path, directory, 's')))).toBe(
    true,
  );
  mkdirSync(join(directory, 'older'));
  writeFileSync(join(directory, 'older/x'), '');
  sessions.keepOnly([]);
  expect([tmp, outsidePath('/tmp/.allowed/a', directory, 's')].every(existsSync)).toBe(true);
  sessions.remove('s');
  expect([tmp, outsidePath('/tmp/.allowed/a', directory, 's')].some(existsSync)).toBe(false);
});
