import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, expectAccessible, openPage } from '../support/browser.ts';
import { startServe } from '../support/http.ts';
import { connectHttpAgent } from '../support/http-agent.ts';
import { serveLocally } from '../support/local-server.ts';

const browser = browserForFile();

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

async function start(env: Readonly<Record<string, string>> = {}) {
  const serve = await startServe({ args: [], env: { TOOLGATE_APPROVALS_WAIT_MS: '60000', ...env } });
  const page = await openPage(browser(), serve, '/workflows');
  return { serve, page };
}

test('an action is made, run, changed and deleted on the page, and an agent finds it', async () => {
  const { serve, page } = await start();
  await page.getByRole('tab', { name: 'Actions' }).click();
  await page.getByText('There are no actions yet').waitFor();
  await press(page, 'New action');
  await page.getByLabel('Name', { exact: true }).fill('Greet');
  await page.getByLabel('Program').fill('bash');
  await page.getByLabel('Arguments, one in each line').fill('-c\necho "$WHO" >> greeted.txt');
  await page.getByLabel('Variables, NAME=value in each line').fill('WHO=first');
  await page.getByLabel('Directory').fill(serve.root);
  await expectAccessible(page, 'action-form');
  await press(page, 'Save action');
  await press(page, 'Allow once');
  const actions = page.getByRole('list', { name: 'Actions' });
  await actions.getByRole('button', { name: 'Run Greet', exact: true }).waitFor();
  await expectAccessible(page, 'workflow-actions');

  await press(page, 'Run Greet');
  await press(page, 'Allow once');
  await page.waitForURL(/workflows\/runs\//);
  const made = join(serve.root, 'greeted.txt');
  await expect
    .poll(() => existsSync(made) && readFileSync(made, 'utf8'), { timeout: 30_000 })
    .toBe('first\n');

  await page.goto(`${serve.address}/workflows`);
  await page.getByRole('tab', { name: 'Actions' }).click();
  await press(page, 'Edit Greet');
  // What is hidden stays what it is, unless it is written anew.
  expect(await page.getByLabel('Variables, NAME=value in each line').inputValue()).toBe('WHO=[hidden]');
  await page.getByLabel('Name', { exact: true }).fill('Greet again');
  await press(page, 'Save action');
  await press(page, 'Allow once');
  await actions.getByRole('button', { name: 'Run Greet again', exact: true }).waitFor();
  const agent = await connectHttpAgent(serve, serve.token);
  const listed = await agent.callTool({ name: 'list_actions', arguments: {} });
  expect(JSON.stringify(listed.structuredContent)).toContain('Greet again');
  await press(page, 'Run Greet again');
  await press(page, 'Allow once');
  await expect.poll(() => readFileSync(made, 'utf8'), { timeout: 30_000 }).toBe('first\nfirst\n');

  await page.goto(`${serve.address}/workflows`);
  await page.getByRole('tab', { name: 'Actions' }).click();
  await press(page, 'Delete Greet again');
  await press(page, 'Delete action');
  await press(page, 'Allow once');
  await page.getByText('There are no actions yet').waitFor();
}, 120_000);

test('a webhook asks for the values of its placeholders, and is sent with them', async () => {
  const got: string[] = [];
  const { origin } = await serveLocally((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      got.push(`${request.url} ${body}`);
      response.end('thanks');
    });
  });
  const { page } = await start({ TOOLGATE_EGRESS_ALLOWED_ORIGINS: origin });
  await page.getByRole('tab', { name: 'Actions' }).click();
  await press(page, 'New action');
  await page.getByLabel('Kind').selectOption('webhook');
  await page.getByLabel('Name', { exact: true }).fill('Tell');
  await page.getByLabel('Address').fill(`${origin}/hook/{{where}}`);
  await page.getByLabel('Body (JSON)').fill('{ "text": "hello {{who}}" }');
  await press(page, 'Save action');
  await press(page, 'Allow once');
  await press(page, 'Run Tell');
  const dialog = page.getByRole('dialog', { name: 'Values to send' });
  await dialog.getByLabel('where').fill('a b');
  await dialog.getByLabel('who').fill('you');
  await expectAccessible(page, 'webhook-values');
  await press(page, 'Send with these values');
  expect(got).toEqual([]);
  await press(page, 'Allow once');
  await page.waitForURL(/workflows\/runs\//);
  await expect.poll(() => got, { timeout: 20_000 }).toEqual(['/hook/a%20b {"text":"hello you"}']);
}, 90_000);

test('a template is kept, changed and deleted; what comes with Toolgate can only be copied', async () => {
  const { page } = await start();
  await page.getByRole('tab', { name: 'Templates' }).click();
  await press(page, 'New template');
  await page.getByLabel('Name', { exact: true }).fill('Count lines');
  await page.getByLabel('Command').fill('wc -l <file:path>');
  await expectAccessible(page, 'template-form');
  await press(page, 'Save template');
  const templates = page.getByRole('list', { name: 'Templates' });
  await templates.getByText('wc -l <file:path>').waitFor();
  await press(page, 'Edit Count lines');
  await page.getByLabel('Command').fill('wc -c <file:path>');
  await press(page, 'Save template');
  await templates.getByText('wc -c <file:path>').waitFor();
  await expectAccessible(page, 'workflow-templates');
  await press(page, 'Delete Count lines');
  await press(page, 'Delete template');
  await templates.getByText('wc -c <file:path>').waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: /^Delete / }).count()).toBe(0);
  const copy = page.getByRole('button', { name: /^Copy / }).first();
  const name = (await copy.getAttribute('aria-label'))?.replace('Copy ', '') ?? '';
  await copy.click();
  await press(page, 'Save template');
  await page.getByRole('button', { name: `Edit ${name} (copy)`, exact: true }).waitFor();
}, 60_000);
