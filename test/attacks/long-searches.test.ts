import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../support/host.ts';
import { longestWait } from '../support/longest-wait.ts';
import { createWorkflowHost } from '../support/workflow-host.ts';

/** Less than a person notices on a quiet machine; others run tests beside this one. */
const MOST_WAIT_MS = 4000;
const LONG = { timeout: 300_000 };

/** From each place of the text, nearly all that is wanted stands there. */
const text = (length: number): string => 'a'.repeat(length);
const wanted = (length: number): string => `ab${'a'.repeat(length)}`;

test('a long text is looked for in a large file while others get their answers', LONG, async () => {
  const made = createTestHost();
  writeFileSync(join(made.root, 'table.txt'), `${text(1_500_000)}\n`);
  const edits = [{ oldText: wanted(150_000), newText: 'x' }];
  const edited = made.call('edit_file', { path: 'table.txt', edits });
  const { worst } = await longestWait(made, edited);
  expect(await edited).toMatchObject({ ok: false, error: { code: 'VALIDATION' } });
  expect(worst).toBeLessThan(MOST_WAIT_MS);
});

test('a long text that stands in a large file is replaced', LONG, async () => {
  const made = createTestHost({ permissionLevel: 'full_access' });
  writeFileSync(join(made.root, 'table.txt'), `${text(500_000)}b${text(500_000)}`);
  const edits = [{ oldText: wanted(150_000), newText: 'x' }];
  expect(dataOf(await made.call('edit_file', { path: 'table.txt', edits }))).toMatchObject({
    replacements: 1,
  });
});

test('patterns and names of scripts without end keep nobody waiting', LONG, async () => {
  const made = createTestHost();
  const patterns = Array.from({ length: 90 }, (_, i) => `*${wanted(900 - i)}*`).join(' ');
  const long = Array.from({ length: 3 }, (_, i) => [text(1_000_000) + i, 'true']);
  const names = Array.from({ length: 1900 }, (_, i) => [text(990) + i, 'true']);
  const scripts = {
    check: `npm-run-all *${wanted(100_000)}* ${patterns}`,
    ...Object.fromEntries([...long, ...names]),
  };
  writeFileSync(join(made.root, 'package.json'), JSON.stringify({ scripts }));
  const args = { projectPath: made.root, scriptName: 'check' };
  const explained = made.call('explain_call', { tool: 'run_npm_script', args });
  const { worst } = await longestWait(made, explained);
  expect(worst).toBeLessThan(MOST_WAIT_MS);
  expect(JSON.stringify(await explained)).toContain('comes to more scripts than are looked at');
});

test('a project says that it has scripts with names that are none', async () => {
  const made = createTestHost();
  const scripts = { check: 'true', [text(1000)]: 'true', [text(1001)]: 'true' };
  writeFileSync(join(made.root, 'package.json'), JSON.stringify({ scripts }));
  const project = dataOf(await made.call('get_project', { path: made.root }));
  expect(Object.keys(project.scripts as object)).toEqual(['check', text(1000)]);
  expect(project.leftOut).toBe('1 script with a name of more than 1000 characters is left out.');
});

test('what is looked for in projects has an end', async () => {
  const made = createTestHost();
  const description = text(900_000);
  writeFileSync(join(made.root, 'package.json'), JSON.stringify({ name: 'one', description }));
  expect(await made.call('list_projects', { query: wanted(112_000) })).toMatchObject({
    ok: false,
    error: { code: 'VALIDATION' },
  });
  expect(dataOf(await made.call('list_projects', { query: text(1000) }))).toMatchObject({ total: 1 });
  expect(dataOf(await made.call('list_projects', { query: wanted(900) }))).toMatchObject({ total: 0 });
});

test('a condition of a workflow looks for a long text while others get their answers', LONG, async () => {
  const made = createWorkflowHost({ permissionLevel: 'full_access' });
  const workflowId = await made.create({
    name: 'Look',
    inputs: { properties: { text: { type: 'string' }, part: { type: 'string' } } },
    steps: [{ stepId: 'look', command: 'ls', when: 'contains(inputs.text, inputs.part)' }],
  });
  const started = made.start(workflowId, { text: text(480_000), part: wanted(100_000) });
  const ended = started.then((id) => made.ended(id, 120_000));
  const { worst } = await longestWait(made, ended);
  expect(await ended).toMatchObject({ status: 'completed', steps: [{ status: 'skipped' }] });
  expect(worst).toBeLessThan(MOST_WAIT_MS);
});
