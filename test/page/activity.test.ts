import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserForFile, openPage } from '../support/browser.ts';
import { startServe } from '../support/http.ts';
import { connectHttpAgent } from '../support/http-agent.ts';

const browser = browserForFile();

test('activity tells apart what waits, runs, is done, failed and was denied', async () => {
  const serve = await startServe({ args: [], env: { TOOLGATE_APPROVALS_WAIT_MS: '60000' } });
  const agent = await connectHttpAgent(serve, serve.token);
  const page = await openPage(browser(), serve, '/activity');
  writeFileSync(join(serve.root, 'there.txt'), 'x\n');
  const call = (name: string, args: Record<string, unknown>) =>
    agent.callTool({ name, arguments: args }, { timeout: 60_000 });
  const open = [
    call('write_file', { path: join(serve.root, 'new.txt'), content: 'x' }),
    call('shell_execute', { command: 'sleep 20', cwd: serve.root }),
  ];
  for (const one of open) one.catch(() => {});
  await call('read_file', { path: join(serve.root, 'there.txt') });
  await call('read_file', { path: join(serve.root, 'nowhere.txt') });
  await call('read_file', { path: '/etc/shadow' });
  const rows = page.getByRole('list', { name: 'Calls' }).getByRole('listitem');
  const expected = [
    ['waits for you', 'write_file'],
    ['running', 'shell_execute'],
    ['completed', 'there.txt'],
    ['failed', 'nowhere.txt'],
    ['denied', '/etc/shadow'],
  ] as const;
  for (const [state, words] of expected)
    await rows.filter({ hasText: state }).filter({ hasText: words }).first().waitFor();
  // The same after a reload, when no event tells it.
  await page.reload();
  for (const [state, words] of expected)
    await rows.filter({ hasText: state }).filter({ hasText: words }).first().waitFor();
  // Pressed, a state is left out; what people do themselves is no call.
  await page.getByRole('button', { name: 'completed', exact: true }).click();
  await rows.filter({ hasText: 'there.txt' }).first().waitFor({ state: 'detached' });
  expect(await rows.filter({ hasText: 'admin/' }).count()).toBe(0);
  await page.getByRole('img', { name: /^The latest \d+ calls/ }).waitFor();
  await page
    .getByRole('button', { name: /^Stop http-agent/ })
    .first()
    .click();
  await expect
    .poll(async () => (await call('read_file', { path: join(serve.root, 'there.txt') })).isError, {
      timeout: 20_000,
    })
    .toBe(true);
}, 90_000);

test('who allowed notifications is told of a question while the page is not in front', async () => {
  const serve = await startServe({ args: [], env: { TOOLGATE_APPROVALS_WAIT_MS: '60000' } });
  const agent = await connectHttpAgent(serve, serve.token);
  const page = await openPage(browser(), serve);
  await page.context().grantPermissions(['notifications']);
  // A window that nobody sees cannot be covered by another one.
  await page.addInitScript(`
    Object.defineProperty(document, 'hidden', { get: () => true });
    const Real = window.Notification;
    window.told = [];
    window.Notification = class extends Real {
      constructor(title, options) { super(title, options); window.told.push([title, options.body]); }
    };`);
  await page.reload();
  await page.getByText('Nothing waits for you').waitFor();
  const path = join(serve.root, 'a.txt');
  const asked = agent.callTool(
    { name: 'write_file', arguments: { path, content: 'x' } },
    { timeout: 60_000 },
  );
  await expect
    .poll(() => page.evaluate('window.told'), { timeout: 20_000 })
    .toEqual([['http-agent asks: Write a file', 'MEDIUM · write_file']]);
  expect(await page.title()).toBe('(1) Toolgate');
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await asked;
}, 60_000);
