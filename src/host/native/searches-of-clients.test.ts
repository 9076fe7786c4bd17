import { expect, test } from 'vitest';
import { createProject, SECRET } from '../../../test/support/searched-project.ts';

test('Cline searches what is ignored as well, where it is told no pattern', async () => {
  const { ask, put, printed } = createProject({ isSecret: false });
  const decided = async (tool: string, input: Record<string, unknown>) =>
    (await ask(tool, input, { client: 'cline' })).decision;
  expect(await decided('search_files', { path: '.', regex: 'KEY' })).toBe('pass');
  put('.env', `KEY=${SECRET}\n`);
  // What the extension runs.
  expect(printed("rg --json -e KEY --glob '*' --context 1 .")).toContain(SECRET);
  for (const more of [{}, { file_pattern: '' }, { file_pattern: '*' }])
    expect(await decided('search_files', { path: '.', regex: 'KEY', ...more })).toBe('deny');
  expect(await decided('search_files', { path: 'src', regex: 'KEY' })).toBe('pass');
  expect(await decided('search_files', { path: '.', regex: 'KEY', file_pattern: '*.ts' })).toBe('pass');
});

test('a query of Cline that ripgrep takes for an option is asked about', async () => {
  const { ask, put, printed } = createProject({ isSecret: false });
  const decided = async (input: Record<string, unknown>) =>
    (await ask('search_codebase', input, { client: 'cline' })).decision;
  put('.env', `KEY=${SECRET}\n`);
  // As the newest one runs it.
  expect(printed('rg --json --context=2 --max-count=1 -i -uuueKEY < /dev/null')).toContain(SECRET);
  for (const input of [{ queries: ['KEY', '-uuueKEY'] }, { queries: '-uuueKEY' }, { query: '--hidden' }])
    expect(await decided(input), JSON.stringify(input)).toBe('deny');
  expect(await decided({ queries: ['KEY', 'a -b'] })).toBe('pass');
});

test('opencode searches the whole directory of a file that it is told', async () => {
  const { ask, put } = createProject({ isSecret: false });
  const decided = async (input: Record<string, unknown>, client: 'opencode' | 'claude-code' = 'opencode') =>
    (await ask('grep', { pattern: 'KEY', ...input }, { client })).decision;
  expect(await decided({ path: 'config/app.yml' })).toBe('pass');
  put('config/prod.env', `KEY=${SECRET}\n`);
  for (const more of [{}, { include: '*.env' }, { include: 'p*' }])
    expect(await decided({ path: 'config/app.yml', ...more }), JSON.stringify(more)).toBe('deny');
  expect(await decided({ path: 'config/app.yml', include: '*.yml' })).toBe('pass');
  expect(await decided({ path: 'src/a.ts' })).toBe('pass');
  // Others read that file alone.
  expect(await decided({ path: 'config/app.yml' }, 'claude-code')).toBe('pass');
});
