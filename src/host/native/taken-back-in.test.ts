import { expect, test } from 'vitest';
import { bash } from '../../../test/support/hooked-host.ts';
import { createProject, SECRET } from '../../../test/support/searched-project.ts';

test('a search counts hidden files that an ignore file takes back in', async () => {
  const { judge, put, printed } = createProject({ isSecret: false });
  put('src/.env', `KEY=${SECRET}`);
  put('.gitignore', 'build/\n');
  expect(printed('rg KEY src')).not.toContain(SECRET);
  expect(await judge(...bash('rg KEY src'))).toMatchObject({ decision: 'pass' });
  // What it takes back in holds no secret.
  put('.gitignore', '.*\n!.github/\n!.env.example\n');
  put('src/.env.example', 'KEY=');
  expect(printed('rg KEY src')).toContain('.env.example');
  expect(await judge(...bash('rg KEY src'))).toMatchObject({ decision: 'pass' });
  for (const [file, rule] of [
    ['.gitignore', '!.env\n'],
    ['.ignore', '!.env\n'],
    ['src/.rgignore', '!.e*\n'],
    ['src/.ignore', '!/.env\n'],
  ] as const) {
    put('.gitignore', 'build/\n');
    put(file, rule);
    for (const command of ['rg KEY .', 'cd src && rg KEY .']) {
      expect(printed(command), `${file} ${command}`).toContain(SECRET);
      expect(await judge(...bash(command)), `${file} ${command}`).not.toMatchObject({ decision: 'pass' });
    }
    put(file, '');
  }
});

test('a hidden directory that is taken back in is looked through', async () => {
  const { judge, put, printed } = createProject({ isSecret: false });
  put('.conf/prod.env', `KEY=${SECRET}`);
  expect(await judge(...bash('rg KEY .'))).toMatchObject({ decision: 'pass' });
  put('.ignore', '!.conf/\n');
  expect(printed('rg KEY .')).toContain(SECRET);
  expect(await judge(...bash('rg KEY .'))).not.toMatchObject({ decision: 'pass' });
});

test('where rules above are read by ripgrep alone, those below hide nothing', async () => {
  const { judge, put, printed } = createProject({ isSecret: false });
  put('lib/prod.env', `KEY=${SECRET}`);
  put('lib/.gitignore', 'prod.env\n');
  expect(printed('rg KEY lib')).not.toContain(SECRET);
  expect(await judge(...bash('rg KEY lib'))).toMatchObject({ decision: 'pass' });
  put('.rgignore', '!prod.env\n');
  put('.ignore', 'a**b\n');
  for (const command of ['rg KEY lib', 'rg KEY .']) {
    expect(printed(command), command).toContain(SECRET);
    expect(await judge(...bash(command)), command).not.toMatchObject({ decision: 'pass' });
  }
});

test('a pattern of files counts from the directory where the search begins, and from where it looks', async () => {
  const { judge, put, printed } = createProject({ isSecret: false });
  put('config/.env', `KEY=${SECRET}`);
  put('config/in/prod.env', `KEY=${SECRET}`);
  for (const command of [
    "rg -g 'config/**' KEY config",
    "rg -g 'config/in/*' KEY config/in",
    "rg -g '/config/*' KEY config",
    "rg -g 'c*/*' KEY config src",
  ]) {
    expect(printed(command), command).toContain(SECRET);
    expect(await judge(...bash(command)), command).not.toMatchObject({ decision: 'pass' });
  }
  for (const input of [
    { pattern: 'KEY', path: 'config', glob: 'config/**' },
    { pattern: 'KEY', path: 'config/in', glob: 'config/in/*' },
  ])
    expect(await judge('Grep', input), JSON.stringify(input)).not.toMatchObject({ decision: 'pass' });
  for (const command of ["rg -g 'src/**' KEY src", "rg -g 'config/*.yml' KEY config"]) {
    expect(printed(command), command).not.toContain(SECRET);
    expect(await judge(...bash(command)), command).toMatchObject({ decision: 'pass' });
  }
  expect(await judge('Grep', { pattern: 'KEY', path: 'config', glob: 'config/**/*.yml' })).toMatchObject({
    decision: 'pass',
  });
});

test('a pattern that ripgrep takes for a comment leaves nothing out', async () => {
  const { judge, put, printed } = createProject({ isSecret: false });
  put('prod.env', `KEY=${SECRET}`);
  for (const command of ["rg -g '#x' KEY .", "rg --hidden -g '#' KEY src .", "rg -g '# ' -g '#x' KEY ."]) {
    expect(printed(command), command).toContain(SECRET);
    expect(await judge(...bash(command)), command).not.toMatchObject({ decision: 'pass' });
  }
  expect(await judge('Grep', { pattern: 'KEY', glob: '#x' })).not.toMatchObject({ decision: 'pass' });
  expect(await judge(...bash("rg -g '#x' -g '*.ts' KEY"))).toMatchObject({ decision: 'pass' });
});
