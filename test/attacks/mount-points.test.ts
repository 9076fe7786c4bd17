import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createTestHost } from '../support/host.ts';
import { inSandbox } from '../support/sandbox-place.ts';

inSandbox('a link in the private /tmp does not make the next sandbox write where it leads', async () => {
  const above = mkdtempSync('/tmp/tg-mounts-');
  onTestFinished(() => rmSync(above, { recursive: true, force: true }));
  const [root, victim] = [join(above, 'proj'), join(above, 'victim')];
  for (const place of [root, victim]) mkdirSync(place);
  writeFileSync(
    join(root, 'swap.mjs'),
    `import { renameSync, symlinkSync } from 'node:fs';
for (const to of ['/oldroot${victim}', '${victim}'])
  try { renameSync('${above}', '/tmp/moved'); symlinkSync(to, '${above}'); console.log('swapped'); } catch (error) { console.log(error.code); }\n`,
  );
  const { call } = createTestHost({}, { root });
  const first = await call('shell_execute', { command: 'node swap.mjs' });
  expect(first).toMatchObject({ ok: true });
  const second = await call('shell_execute', { command: 'ls' });
  expect(readdirSync(victim)).toEqual([]);
  expect(second).toMatchObject({ ok: true, data: { stdout: 'swap.mjs\n' } });
});
