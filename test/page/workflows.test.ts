import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, expectAccessible, openPage } from '../support/browser.ts';
import { type Serve, startServe } from '../support/http.ts';

const browser = browserForFile();

async function start(path = '/workflows'): Promise<{ serve: Serve; page: Page }> {
  const serve = await startServe({ args: [] });
  return { serve, page: await openPage(browser(), serve, path) };
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Saving and running are asked about, like everything that changes something. */
const allow = (page: Page): Promise<void> => press(page, 'Allow once');

async function saveYaml(page: Page, yaml: string): Promise<void> {
  await page.getByRole('tab', { name: 'YAML' }).click();
  await page.getByLabel('Workflow as YAML').fill(yaml);
  await page.getByText('The workflow is right.').waitFor();
  await press(page, 'Save');
  await allow(page);
  await page.waitForURL(/workflows\/edit\//);
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
}

test('a workflow is built in the form, saved after its question, run, and shows what it printed', async () => {
  const { serve, page } = await start();
  await page.getByText('There are no workflows yet').waitFor();
  await expectAccessible(page, 'workflows-empty');
  await press(page, 'New workflow');
  await page.getByLabel('Name', { exact: true }).fill('Greet the world');
  await page.getByLabel('Command of step 1').fill('echo first-line; echo \u2018hi\u2019 > made.txt');
  await press(page, 'Add step');
  await page.getByLabel('Name of step 2').fill('Show it');
  await page.getByLabel('Command of step 2').fill("cat made.txt; printf '\\033[31mred\\033[0m <b>x</b>\\n'");
  await page.getByText('The workflow is right.').waitFor();
  await expectAccessible(page, 'workflow-form');
  // The file says the same as the form.
  await page.getByRole('tab', { name: 'YAML' }).click();
  const yaml = page.getByLabel('Workflow as YAML');
  await expect.poll(() => yaml.inputValue(), { timeout: 20_000 }).toContain('name: Greet the world');
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.getByRole('img', { name: /Show it after hello/ }).waitFor();
  await expectAccessible(page, 'workflow-graph');

  await press(page, 'Save');
  await allow(page);
  await page.waitForURL(/workflows\/edit\//);
  await press(page, 'Run');
  await page.getByRole('heading', { name: 'Run a workflow' }).waitFor();
  expect(existsSync(join(serve.root, 'made.txt'))).toBe(false);
  await allow(page);
  await page.waitForURL(/workflows\/runs\//);
  const steps = page.getByRole('list', { name: 'Steps' });
  await expect.poll(() => steps.getByText('done').count(), { timeout: 30_000 }).toBe(2);
  expect(readFileSync(join(serve.root, 'made.txt'), 'utf8')).toContain('hi');
  await expectAccessible(page, 'workflow-run');
  await page.getByRole('tab', { name: 'Log' }).click();
  const log = page.getByRole('list', { name: 'Log' });
  await log.getByText('first-line').waitFor();
  // Colours are colours, markup is text.
  await log.getByText('red', { exact: true }).waitFor();
  expect(await log.getByText('red', { exact: true }).getAttribute('class')).toContain('text-bad');
  await log.getByText('<b>x</b>').waitFor();
  await page.getByLabel('Search the log').fill('first');
  await page.getByText(/^1 of \d+ lines$/).waitFor();
  await page.getByLabel('Search the log').fill('');
  await log
    .getByRole('button', { name: /Say hello/ })
    .first()
    .click();
  await log.getByText('first-line').waitFor({ state: 'detached' });
  await expectAccessible(page, 'workflow-log');
  // A line has an address of its own, which opens the log where it is.
  await log.getByRole('link', { name: 'Line 4' }).click();
  await page.waitForURL(/#L4$/);
  await page.reload();
  await log.getByText('<b>x</b>').waitFor();
}, 120_000);

test('what is wrong is said while typing, and nothing wrong can be saved', async () => {
  const { page } = await start('/workflows/new');
  await page.getByRole('tab', { name: 'YAML' }).click();
  const yaml = page.getByLabel('Workflow as YAML');
  await yaml.fill('name: Broken\nsteps:\n  - id: a\n    command: ls\n    needs: [b]\n');
  await page.getByText('Line 5, steps[0].needs[0]: there is no step "b"').waitFor();
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  await yaml.fill('name: [');
  await page.getByRole('list', { name: 'Problems' }).waitFor();
  await page.getByRole('tab', { name: 'Form' }).click();
  await page.getByText('The text cannot be read yet').waitFor();
  await page.getByRole('tab', { name: 'YAML' }).click();
  await yaml.fill('name: Right\nsteps:\n  - id: a\n    command: ls\n');
  await page.getByText('The workflow is right.').waitFor();
  await page.getByRole('tab', { name: 'Form' }).click();
  expect(await page.getByLabel('Command of step 1').inputValue()).toBe('ls');
}, 60_000);

test('a failed run goes on from where it failed; what was done is not done again', async () => {
  const { serve, page } = await start('/workflows/new');
  const count = join(serve.root, 'count.txt');
  await saveYaml(
    page,
    'name: Two steps\nsteps:\n  - id: one\n    command: echo x >> count.txt\n  - id: two\n    command: test -f ready.txt\n',
  );
  await press(page, 'Run');
  await allow(page);
  await page.waitForURL(/workflows\/runs\//);
  await page.getByRole('button', { name: 'Run again from failed' }).waitFor();
  expect(readFileSync(count, 'utf8')).toBe('x\n');
  writeFileSync(join(serve.root, 'ready.txt'), '');
  const before = page.url();
  await press(page, 'Run again from failed');
  await page.waitForURL((url) => url.href !== before);
  const steps = page.getByRole('list', { name: 'Steps' });
  await expect.poll(() => steps.getByText('done', { exact: true }).count(), { timeout: 30_000 }).toBe(2);
  expect(readFileSync(count, 'utf8')).toBe('x\n');
  // All of it again does the first step once more.
  await press(page, 'Run again');
  await allow(page);
  await expect.poll(() => readFileSync(count, 'utf8'), { timeout: 30_000 }).toBe('x\nx\n');
}, 90_000);

test('a run can be cancelled; history, schedules, webhooks and templates show what there is', async () => {
  const { page } = await start('/workflows/new');
  await saveYaml(
    page,
    'name: Long one\nschedule:\n  cron: 0 7 * * *\nsteps:\n  - id: nap\n    command: sleep 60\n',
  );
  await press(page, 'Run');
  await allow(page);
  await page.waitForURL(/workflows\/runs\//);
  await press(page, 'Cancel run');
  await page.getByText('It was cancelled').waitFor();
  await page.getByRole('link', { name: 'All runs' }).click();
  await page.getByRole('list', { name: 'Runs' }).getByText('Long one').waitFor();
  await expectAccessible(page, 'workflow-runs');
  await page.getByRole('tab', { name: 'Schedules' }).click();
  await press(page, 'Disable');
  await page.getByText('it does not start by itself').waitFor();
  await press(page, 'Enable as it is');
  await page.getByText(/next at/).waitFor();
  await expectAccessible(page, 'workflow-schedules');
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByLabel('Workflow', { exact: true }).selectOption({ label: 'Long one' });
  await page.getByLabel('The sender shows').selectOption({ label: 'Signature of GitHub' });
  await press(page, 'Open webhook');
  await allow(page);
  await press(page, 'New secret');
  const secret = page.getByText(/^[0-9a-f]{64}$/);
  const first = await secret.textContent();
  await page.getByRole('button', { name: /^Copy: Secret of/ }).waitFor();
  await page.getByRole('list', { name: 'Webhooks' }).getByText('Signature of GitHub').waitFor();
  // The one it has is in use somewhere: a second click asks.
  await press(page, 'New secret');
  const sure = page.getByRole('dialog');
  await sure.getByText('Make a new secret for Long one?').waitFor();
  expect(await secret.textContent()).toBe(first);
  await sure.getByRole('button', { name: 'New secret' }).click();
  await expect.poll(() => secret.textContent()).not.toBe(first);
  await press(page, 'Deliveries');
  await page.getByText('Nothing went through it yet.').waitFor();
  await expectAccessible(page, 'workflow-webhooks');
  await page.getByRole('tab', { name: 'Templates' }).click();
  await page.getByRole('list', { name: 'Templates' }).getByRole('listitem').first().waitFor();
  await expectAccessible(page, 'workflow-templates');
  await page.getByRole('tab', { name: 'Actions' }).click();
  await page.getByText('There are no actions yet').waitFor();
}, 120_000);
