import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';
import { runProcess } from '../../process/child/run-process.ts';

inSandbox('programs in the PATH run, and what lies around them in projects is not there', async () => {
  const { root, home, dataDir } = makePlace();
  const program =
    '#!/bin/sh\necho "$(basename "$0") runs"; cat "$(dirname "$(realpath "$0")")/../lib/data" 2>/dev/null\n';
  const files: Record<string, string> = {
    // A project whose scripts are in the PATH.
    'rails/bin/rails': program,
    'rails/Gemfile': '',
    'rails/lib/data': 'planted source\n',
    'rails/config/master.key': 'planted key\n',
    // Another one, that has no manifest.
    'scripts/bin/deploy': program,
    'scripts/.git/HEAD': 'planted head\n',
    'scripts/lib/data': 'planted data\n',
    // A tool that is a file of somebody's working directory.
    'work/tool': program,
    'work/secret/.env': 'planted env\n',
    'work/notes.txt': 'planted notes\n',
    // Installed programs, which need what lies beside their `bin`.
    'sdk/bin/sdk': program,
    'sdk/lib/data': 'data of sdk\n',
    'sdk/etc/token/.env': 'planted in sdk\n',
    'sdk/etc/master.key': 'planted in sdk\n',
    'apps/editor/bin/editor': program,
    'apps/editor/lib/data': 'data of editor\n',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
    if (text === program) chmodSync(join(home, name), 0o755);
  }
  mkdirSync(join(home, '.local/bin'), { recursive: true });
  symlinkSync(join(home, 'work/tool'), join(home, '.local/bin/tool'));
  symlinkSync(join(home, 'apps/editor/bin/editor'), join(home, '.local/bin/editor'));
  const folders = ['rails/bin', 'scripts/bin', 'sdk/bin', '.local/bin'].map((name) => join(home, name));
  const { stdout } = await runProcess({
    argv: ['bash', '-c', 'rails; deploy; tool; sdk; editor; grep -rh planted ~ 2>/dev/null | sort'],
    cwd: root,
    env: { HOME: home, PATH: [...folders, '/usr/bin', '/bin'].join(':') },
    sandbox: 'closed',
    reach: { roots: [root], access: [], hidden: [dataDir], readOnly: [], home, scratch: join(dataDir, 's') },
    timeoutMs: 10_000,
  });
  expect(stdout.text).toBe(
    'rails runs\ndeploy runs\ntool runs\nsdk runs\ndata of sdk\neditor runs\ndata of editor\n',
  );
});
