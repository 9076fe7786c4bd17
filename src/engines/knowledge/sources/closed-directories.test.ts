import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { writeFiles } from '../../../../test/support/write-files.ts';

/** Root may look into everything, by its capabilities. */
const WITHOUT_RIGHTS =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--'] : [];
const BIN = join(import.meta.dirname, '../../../../bin/toolgate.js');

test('a directory that cannot be read is named in the result, and the rest is indexed', () => {
  const [root, dataDir] = [temporaryDirectory(), temporaryDirectory()];
  writeFiles(root, { 'a.md': 'walruses', 'docs/b.md': 'more walruses', 'closed/c.md': 'hidden' });
  chmodSync(join(root, 'closed'), 0);
  const line = ['call', 'rag_index', JSON.stringify({ path: root }), '--json', '--data-dir', dataDir];
  const [program = '', ...words] = [...WITHOUT_RIGHTS, process.execPath, BIN, ...line];
  const env = { ...process.env, HOME: dataDir, TOOLGATE_PERMISSION_LEVEL: 'full_access' };
  const printed = execFileSync(program, words, { cwd: root, env, encoding: 'utf8', timeout: 30_000 });
  expect(JSON.parse(printed)).toMatchObject({
    structuredContent: {
      indexed: 2,
      skipped: { unreadable: 1 },
      failed: [{ name: join(root, 'closed'), reason: 'This directory cannot be read' }],
    },
  });
});
