import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, expectAccessible, openPage } from '../support/browser.ts';
import { type Serve, startServe } from '../support/http.ts';

const browser = browserForFile();

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

const SLOW = { timeout: 20_000 };

/** A project whose one script leaves a line each time it runs. */
async function startWithScript(): Promise<{ serve: Serve; page: Page; ran: () => string }> {
  const serve = await startServe({ args: [] });
  writeFileSync(
    join(serve.root, 'package.json'),
    JSON.stringify({ name: 'shop', scripts: { mark: 'echo ran >> ran.txt', other: 'echo other' } }),
  );
  const page = await openPage(browser(), serve, '/projects');
  await press(page, `Register as a project: ${serve.root}`);
  await page.getByRole('button', { name: 'Run mark', exact: true }).waitFor();
  const file = join(serve.root, 'ran.txt');
  return { serve, page, ran: () => (existsSync(file) ? readFileSync(file, 'utf8') : '') };
}

const question = (page: Page) => page.getByRole('button', { name: 'Allow once', exact: true });

test('a script asks in its row; a no runs nothing and asks nothing more', async () => {
  const { page, ran } = await startWithScript();
  await press(page, 'Run mark');
  await question(page).waitFor({ timeout: 5000 });
  await expectAccessible(page, 'project-question');
  await press(page, 'Deny');
  await page.getByText('You denied it; nothing was done.').waitFor();
  // The answer to another question is no answer to this one either.
  await press(page, 'Run other');
  await press(page, 'Allow once');
  await page.getByRole('link', { name: 'Output' }).waitFor();
  expect(await question(page).count()).toBe(0);
  expect(ran()).toBe('');
  await page.goto(`${new URL(page.url()).origin}/approvals`);
  await page.getByText('Nothing waits for you').waitFor();
}, 90_000);

test('a script that is allowed on another screen runs, once, and says so there', async () => {
  const { page, ran } = await startWithScript();
  await press(page, 'Run mark');
  await question(page).waitFor();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Approvals/ })
    .click();
  await page.getByRole('heading', { name: 'Approvals' }).waitFor();
  await press(page, 'Allow once');
  await page.getByText('Script mark: done, as you allowed it').waitFor();
  await expect.poll(ran, SLOW).toBe('ran\n');
  await expectAccessible(page, 'own-call-done');
  await page.getByRole('tab', { name: 'Decided' }).click();
  const decided = page.getByRole('list', { name: 'Decided approvals' });
  await decided.getByText('allowed', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'See it' }).click();
  await page.waitForURL(/processes\/bp_/);
  await page.getByText('Script mark').waitFor({ state: 'detached' });
  expect(ran()).toBe('ran\n');
}, 90_000);

test('a workflow whose editor was left runs when it is allowed', async () => {
  const { serve, page } = await startWithScript();
  await page.goto(`${serve.address}/workflows/new`);
  await page.getByRole('tab', { name: 'YAML' }).click();
  await page
    .getByLabel('Workflow as YAML')
    .fill('name: Mark it\nsteps:\n  - id: a\n    command: echo flow >> flow.txt\n    cwd: .\n');
  await page.getByText('The workflow is right.').waitFor();
  await press(page, 'Save');
  await press(page, 'Allow once');
  await page.waitForURL(/workflows\/edit\//);
  await press(page, 'Run');
  await question(page).waitFor();
  await page.getByRole('link', { name: 'All workflows' }).click();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Approvals/ })
    .click();
  await press(page, 'Allow once');
  await page.getByText('Run of Mark it: done, as you allowed it').waitFor();
  await page.getByRole('link', { name: 'See it' }).click();
  await page.waitForURL(/workflows\/runs\//);
  await expect.poll(() => existsSync(join(serve.root, 'flow.txt')), SLOW).toBe(true);
  expect(readFileSync(join(serve.root, 'flow.txt'), 'utf8')).toBe('flow\n');
}, 90_000);
