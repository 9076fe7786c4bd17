import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, expectAccessible, openPage } from '../support/browser.ts';
import { type Serve, startServe } from '../support/http.ts';

const browser = browserForFile();

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

async function edit(): Promise<{ serve: Serve; page: Page; yaml: ReturnType<Page['getByLabel']> }> {
  const serve = await startServe({ args: [] });
  const page = await openPage(browser(), serve, '/workflows/new');
  await page.getByRole('tab', { name: 'YAML' }).click();
  return { serve, page, yaml: page.getByLabel('Workflow as YAML') };
}

const RIGHT = 'name: Mine\nsteps:\n  - id: a\n    command: echo mine\n';

test('edits are not lost by a link, the way back or a reload', async () => {
  const { page, yaml } = await edit();
  await yaml.fill(RIGHT);
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const leave of [
    () => page.getByRole('link', { name: 'All workflows' }).click(),
    () => page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click(),
  ]) {
    await leave();
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await yaml.inputValue()).toBe(RIGHT);
  }
  await page.getByRole('link', { name: 'All workflows' }).click();
  await dialog.waitFor();
  await expectAccessible(page, 'workflow-leave');
  await page.keyboard.press('Escape');
  const asked = page.waitForEvent('dialog').then(async (one) => {
    await one.dismiss();
    return one.type();
  });
  // A reload that is dismissed never ends for the driver.
  void page.reload({ timeout: 3000 }).catch(() => undefined);
  expect(await asked).toBe('beforeunload');
  expect(await yaml.inputValue()).toBe(RIGHT);
  await page.getByRole('link', { name: 'All workflows' }).click();
  await press(page, 'Leave and lose the changes');
  await page.getByText('There are no workflows yet').waitFor();
}, 90_000);

test('what is saved is left without a question', async () => {
  const { page, yaml } = await edit();
  await yaml.fill(RIGHT);
  await page.getByText('The workflow is right.').waitFor();
  await press(page, 'Save');
  await press(page, 'Allow once');
  await page.waitForURL(/workflows\/edit\//);
  await yaml
    .or(page.getByRole('tab', { name: 'YAML' }))
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'YAML' }).click();
  await yaml.fill(RIGHT.replace('echo mine', 'echo yours'));
  await page.getByText('The workflow is right.').waitFor();
  await press(page, 'Save');
  await press(page, 'Allow once');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect.poll(() => save.isDisabled(), { timeout: 20_000 }).toBe(true);
  await page.getByRole('link', { name: 'All workflows' }).click();
  await page.getByRole('list', { name: 'Workflows' }).getByText('Mine').waitFor();
}, 90_000);

test('inputs that are wrong stay, with what is wrong, until they are right', async () => {
  const { page, yaml } = await edit();
  const inputs =
    'inputs:\n  type: object\n  properties:\n    count:\n      type: integer\n  required: [count]\n';
  await yaml.fill(`name: Counted\n${inputs}steps:\n  - id: a\n    command: echo {{inputs.count}}\n`);
  await page.getByText('The workflow is right.').waitFor();
  await press(page, 'Save');
  await press(page, 'Allow once');
  await page.waitForURL(/workflows\/edit\//);
  await press(page, 'Run');
  const dialog = page.getByRole('dialog', { name: 'Inputs of the run' });
  const text = dialog.getByLabel('Inputs (JSON)');
  await text.fill('{ "count": "many" }');
  await dialog.getByRole('button', { name: 'Run with these inputs' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(await text.inputValue()).toBe('{ "count": "many" }');
  await expectAccessible(page, 'workflow-inputs-wrong');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await press(page, 'Run');
  expect(JSON.parse(await text.inputValue())).toEqual({ count: 'many' });
  await text.fill('{ "count": 3 }');
  await dialog.getByRole('button', { name: 'Run with these inputs' }).click();
  await press(page, 'Allow once');
  await page.waitForURL(/workflows\/runs\//);
}, 90_000);

test('an editor whose host was away checks by itself again', async () => {
  const { serve, page, yaml } = await edit();
  await page.getByText('The workflow is right.').waitFor();
  await serve.stop();
  await yaml.fill(RIGHT);
  await page.getByText('The host does not answer').first().waitFor();
  await startServe({ args: ['--port', String(serve.port)], place: serve });
  await page.getByText('The workflow is right.').waitFor();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  expect(await save.isEnabled()).toBe(true);
}, 90_000);
