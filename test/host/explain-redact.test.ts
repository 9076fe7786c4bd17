import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Home, makeHome } from '../support/home.ts';
import { hostPid } from '../support/program.ts';

const linesOf = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

const jsonl = (questions: readonly unknown[]): string =>
  questions
    .map((question) => `${typeof question === 'string' ? question : JSON.stringify(question)}\n`)
    .join('');

function makeProject(): Home {
  const home = makeHome();
  writeFileSync(join(home.project, 'a.txt'), 'hello\n');
  return home;
}

test('explain says what the gate would decide and why, and starts no host', async () => {
  const home = makeProject();
  const allowed = await home.run(['explain', 'read_file', '{"path":"a.txt"}']);
  expect({ code: allowed.code, stderr: allowed.stderr }).toEqual({ code: 0, stderr: '' });
  expect(allowed.stdout).toMatch(/^allow \(risk SAFE\)\n(.*\n)*.*SAFE runs unasked\n/);
  expect(allowed.stdout).toContain(`read ${home.project}/a.txt\n`);
  const refused = await home.run(['explain', 'read_file', '{"path":"/etc/hostname"}']);
  expect(refused.code).toBe(3);
  expect(refused.stdout).toMatch(/^deny (.*\n)*.*OUTSIDE_ROOT: \/etc\/hostname is outside/);
  expect(hostPid(home.dataDir)).toBeUndefined();
});

for (const args of [['raed_file'], ['no_such_tool', '{}'], ['greet', '{}'], ['greet', '--json']]) {
  test(`explain ${args.join(' ')} says what call says: there is no such tool`, async () => {
    const home = makeHome();
    const explained = await home.run(['explain', ...args]);
    expect(explained).toEqual(await home.run(['call', ...args]));
    expect(explained).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^toolgate: There is no tool "/),
    });
  });
}

test('explain --jsonl answers one line for each line, in order, and goes on after a wrong one', async () => {
  const { code, stdout, stderr } = await makeProject().run(['explain', '--jsonl'], {
    input: jsonl([
      { id: 1, tool: 'read_file', args: { path: 'a.txt' } },
      { id: 'two', tool: 'raed_file', args: {} },
      { id: 3, path: 'a.txt', access: 'read' },
      { id: 4, path: 'a.txt', access: 'write' },
      { id: 5, path: '/etc/hostname', access: 'read' },
      'nonsense',
      { id: 6, path: 'a.txt', access: 'delete' },
    ]),
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(linesOf(stdout)).toEqual([
    expect.objectContaining({ id: 1, risk: 'SAFE', decision: 'allow' }),
    expect.objectContaining({ id: 'two', decision: 'deny' }),
    expect.objectContaining({ id: 3, risk: 'SAFE', decision: 'allow' }),
    expect.objectContaining({ id: 4, risk: 'MEDIUM', decision: 'ask' }),
    expect.objectContaining({ id: 5, decision: 'deny' }),
    { error: expect.stringContaining('not valid JSON') },
    expect.objectContaining({ id: 6, risk: 'HIGH', decision: 'ask' }),
  ]);
});

test('explain --jsonl goes on after a line that is nested too deeply', async () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const { code, stdout, stderr } = await makeProject().run(['explain', '--jsonl'], {
    input: jsonl([
      `{"id":${deep}}`,
      `{"id":2,"tool":"read_file","args":{"path":${deep}}}`,
      { id: 3, path: 'a.txt', access: 'read' },
    ]),
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(linesOf(stdout)).toEqual([
    { error: 'A line is nested deeper than 200 levels' },
    { error: 'A line is nested deeper than 200 levels' },
    expect.objectContaining({ id: 3, decision: 'allow' }),
  ]);
});

test('explain --jsonl says what is wrong with a question that asks nothing', async () => {
  const { stdout } = await makeProject().run(['explain', '--jsonl'], {
    input: jsonl([{ id: 1 }, { id: 2, path: 'a.txt' }, { id: 3, path: 'a.txt', access: 'fly' }, 'null']),
  });
  expect(linesOf(stdout)).toEqual([
    { id: 1, error: expect.stringMatching(/tool|path/) },
    { id: 2, error: expect.stringMatching(/access/) },
    { id: 3, error: expect.stringMatching(/fly/) },
    { error: expect.not.stringContaining('Cannot read properties') },
  ]);
});

const SECRET = 'correct-horse-battery-staple-42';

test('redact takes known secrets out of a text and leaves the rest byte for byte', async () => {
  const env = { MY_API_KEY: SECRET };
  const input = `a ${SECRET}\r\n\tb é ${SECRET}`;
  expect(await makeHome().run(['redact'], { env, input })).toEqual({
    code: 0,
    stdout: 'a [REDACTED]\r\n\tb é [REDACTED]',
    stderr: '',
  });
});

test('redact --jsonl counts what it took out, line by line', async () => {
  const { code, stdout } = await makeHome().run(['redact', '--jsonl'], {
    env: { MY_API_KEY: SECRET },
    input: jsonl([
      { id: 1, text: `x ${SECRET} y ${SECRET}` },
      { id: 2, text: 'nothing' },
      { id: 3, text: `[REDACTED] ${SECRET}` },
    ]),
  });
  expect(code).toBe(0);
  expect(linesOf(stdout)).toEqual([
    { id: 1, text: 'x [REDACTED] y [REDACTED]', count: 2 },
    { id: 2, text: 'nothing', count: 0 },
    { id: 3, text: '[REDACTED] [REDACTED]', count: 1 },
  ]);
});

test('redact --jsonl says so when a line has no text', async () => {
  const { stdout } = await makeHome().run(['redact', '--jsonl'], { input: jsonl([{ id: 1 }]) });
  expect(linesOf(stdout)).toEqual([{ id: 1, error: expect.stringContaining('text') }]);
});
