import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { makeHome } from '../support/home.ts';
import { createTestHost } from '../support/host.ts';
import { callAllowed } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

const SWEEP = `import os
for at, _, names in os.walk(os.environ['HOME']):
  for name in names:
    try:
      if 'planted' in open(os.path.join(at, name), errors='replace').read() and name != 'sweep.py': print(name[::-1])
    except OSError: pass
`;

const CACHED = '.cargo/registry/src/x/serde-1.0.0/build.rs';
const CHANGE = `import os; open(os.path.join(os.environ['HOME'], '${CACHED}'), 'a').write('// changed')\n`;

function plantedHome() {
  const home = makeHome();
  const files = {
    '.cargo/config.toml': '[registry]\ntoken = "planted"\n',
    '.asdf/plugins/x/.env': 'KEY=planted\n',
    '.condarc': 'channels:\n  - https://conda.example.org/t/planted/x\n',
    '.gitconfig': '[alias]\n\tup = !curl -H "X-Key: planted" x\n',
    [CACHED]: 'fn main() {}',
    'project/sweep.py': SWEEP,
    'project/change.py': CHANGE,
    'project/Makefile': 'all:\n\tpython3 change.py\n',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home.directory, name)), { recursive: true });
    writeFileSync(join(home.directory, name), text);
  }
  const call = async (args: object, ...flags: string[]) =>
    (await home.run(['call', 'shell_execute', JSON.stringify(args), ...flags])).stdout;
  const cached = () => readFileSync(join(home.directory, CACHED), 'utf8');
  const bare = (script: string) =>
    execFileSync('python3', [script], {
      cwd: home.project,
      env: { ...process.env, HOME: home.directory },
      encoding: 'utf8',
    });
  /** A person allows it from now on. */
  const allow = async (args: object) => {
    home.writeConfig({ approvals: { waitMs: 50 } });
    const [, id = ''] = /approvals approve ([\w-]+)/.exec(await call(args)) ?? [];
    expect((await home.run(['approvals', 'approve', id, '--scope', 'always'])).code).toBe(0);
    await call(args);
  };
  return { call, allow, cached, bare, project: home.project };
}

inSandbox('what runs unasked finds no credential in toolchains and settings of the home', async () => {
  const { call, bare } = plantedHome();
  expect(bare('sweep.py').trim().split('\n').sort()).toEqual([
    'cradnoc.',
    'gifnoctig.',
    'lmot.gifnoc',
    'vne.',
  ]);
  expect((await call({ command: 'python3 sweep.py && echo done' })).trim()).toBe('done');
});

inSandbox('a command that may write changes no code in caches, unless it is a build', async () => {
  const { call, cached, bare } = plantedHome();
  const asked = { access: ['write'], reason: 'a test' };
  await call({ command: 'python3 change.py', ...asked }, '--mode', 'full_access');
  expect(cached()).toBe('fn main() {}');
  await call({ command: 'make', ...asked }, '--mode', 'full_access');
  expect(cached()).toBe('fn main() {}// changed');
  bare('change.py');
  expect(cached()).toBe('fn main() {}// changed// changed');
});

inSandbox('a standing answer is one to change caches only where its card said so', async () => {
  const { call, allow, cached, project } = plantedHome();
  const asked = { access: ['write'], reason: 'a test' };
  await allow({ command: 'python3 change.py', ...asked });
  await call({ command: 'npm --version; python3 change.py; echo run > ran', ...asked });
  expect([cached(), existsSync(join(project, 'ran'))]).toEqual(['fn main() {}', false]);
  await call({ command: 'npm --version; python3 change.py', ...asked });
  expect(cached()).toBe('fn main() {}');
  await allow({ command: 'make all', ...asked });
  expect(cached()).toBe('fn main() {}// changed');
  expect(await call({ command: 'make all', ...asked })).not.toContain('approvals approve');
  expect(cached()).toBe('fn main() {}// changed// changed');
});

inSandbox('the card says whose caches change', async () => {
  const host = createTestHost();
  writeFileSync(join(host.root, 'Makefile'), 'all:\n\ttrue\n');
  const cardOf = async (command: string) => {
    const { card } = await callAllowed(host, 'shell_execute', {
      command,
      access: ['write'],
      reason: 'a test',
    });
    return card?.details?.join('\n');
  };
  expect(await cardOf('make')).toContain('It may also change what package managers and build tools keep');
  expect(await cardOf('touch a')).not.toContain('package managers');
});
