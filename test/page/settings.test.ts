import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, expectAccessible, openPage } from '../support/browser.ts';
import { createToken, type Serve, startServe, toolgate } from '../support/http.ts';
import { connectHttpAgent } from '../support/http-agent.ts';

const browser = browserForFile();

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

async function start(path: string): Promise<{ serve: Serve; page: Page }> {
  const serve = await startServe({ args: [], env: { TOOLGATE_APPROVALS_WAIT_MS: '60000' } });
  return { serve, page: await openPage(browser(), serve, path) };
}

/** What is in force, as the host says it. */
const settings = async (page: Page): Promise<{ permissionLevel: string; toolPermissions: object }> => {
  const answered = page.waitForResponse(/\/api\/settings\/get/);
  await page.reload();
  return (await (await answered).json()) as { permissionLevel: string; toolPermissions: object };
};

test('an arrow key chooses and saves nothing; full access is asked about', async () => {
  const { page } = await start('/settings');
  await page.getByRole('radio', { name: /Ask me/ }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: /Full access/ }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Change to Full access' }).waitFor();
  await expectAccessible(page, 'settings-level-chosen');
  await page.getByLabel('Filter tools').fill('write_file');
  await page.getByLabel('Permission of write_file').focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Save: Permission of write_file' }).waitFor();
  expect(await settings(page)).toMatchObject({
    permissionLevel: 'execute_with_confirm',
    toolPermissions: {},
  });
  await page.getByRole('radio', { name: /Full access/ }).check();
  await press(page, 'Change to Full access');
  await expectAccessible(page, 'settings-full-access');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await settings(page)).toMatchObject({ permissionLevel: 'execute_with_confirm' });
  await page.getByRole('radio', { name: /Full access/ }).check();
  await press(page, 'Change to Full access');
  await press(page, 'Give full access');
  await page.getByText(/^Saved in/).waitFor();
  expect(await settings(page)).toMatchObject({ permissionLevel: 'full_access' });
  await page.getByRole('radio', { name: /Read only/ }).check();
  await press(page, 'Change to Read only');
  await page.getByText(/^Saved in/).waitFor();
  expect(await settings(page)).toMatchObject({ permissionLevel: 'read_only' });
}, 90_000);

test('to revoke a token is asked about first', async () => {
  const { serve, page } = await start('/settings');
  await createToken(serve, 'other');
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await press(page, 'Revoke other');
  await expectAccessible(page, 'settings-revoke');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByText('revoked', { exact: true }).count()).toBe(0);
  await press(page, 'Revoke other');
  await press(page, 'Revoke token');
  await page.getByText('revoked', { exact: true }).waitFor();
  expect(await toolgate(serve, 'tokens', 'list')).toMatch(/revoked/);
}, 60_000);

test('deny always says what it covers before it is saved', async () => {
  const { serve, page } = await start('/approvals');
  const agent = await connectHttpAgent(serve, serve.token);
  const args = { path: join(serve.root, 'a.txt'), content: 'x' };
  const asked = agent.callTool({ name: 'write_file', arguments: args }, { timeout: 60_000 });
  await press(page, 'Deny always');
  const dialog = page.getByRole('dialog', { name: 'Deny always' });
  await dialog.getByText(/Refuse write_file without asking: paths/).waitFor();
  await expectAccessible(page, 'deny-always');
  await dialog.getByRole('button', { name: 'Save rule and deny' }).click();
  expect((await asked).isError).toBe(true);
}, 60_000);
