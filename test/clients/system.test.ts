import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createScratchEtc } from '../support/scratch-etc.ts';
import { REAL_CLIENTS } from './real-clients.ts';
import { startClient } from './start-client.ts';

const LIMIT_MS = 300_000;
const MANAGED = ['claude-code', 'codex', 'gemini', 'qwen'];

for (const client of REAL_CLIENTS.filter(({ name }) => MANAGED.includes(name))) {
  const { name, shell, off } = client;

  test(
    `${name}: a hook for all users stands, though the project switched hooks off before the client started`,
    async () => {
      const { results, project, home } = await startClient(client, {
        steps: () => [shell('ls'), shell('rm -rf ~')],
        machine: createScratchEtc,
        install: ['hooks', 'install', name, '--system'],
        present: off,
      });
      writeFileSync(join(project, 'a.txt'), 'x');
      const [listed, wiped] = await results();
      expect(listed).toContain('a.txt');
      expect(wiped).toContain('would be wiped');
      expect(existsSync(home)).toBe(true);
    },
    LIMIT_MS,
  );
}
