import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeHome } from '../support/home.ts';
import { startLineClient } from '../support/line-client.ts';
import { createRepository } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

inSandbox('a PATH that begins with a directory of the project chooses no program of the host', async () => {
  const home = makeHome();
  createRepository(home.project).commit('first', { 'a.txt': 'one\n' });
  const [bin, marker] = [join(home.project, 'bin'), join(home.directory, 'outside')];
  mkdirSync(bin);
  for (const name of ['bwrap', 'git', 'sh', 'env']) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} >> ${marker}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const PATH = `${bin}:${process.env.PATH}`;
  spawnSync('bwrap', ['--version'], { env: { PATH } });
  expect(existsSync(marker)).toBe(true);
  rmSync(marker);
  const agent = startLineClient(['stdio', '--data-dir', home.dataDir], {
    cwd: home.project,
    env: { ...home.env, PATH },
  });
  await agent.initialize();
  expect(JSON.stringify(await agent.call('shell_execute', { command: 'cat a.txt' }))).toContain('one');
  expect(JSON.stringify(await agent.call('get_git_status', {}))).toContain('main');
  expect(JSON.stringify(await agent.call('git_log', {}))).toContain('first');
  expect(existsSync(marker)).toBe(false);
});
