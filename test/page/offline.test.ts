import { expect, test } from 'vitest';
import { browserForFile, openPage } from '../support/browser.ts';
import { startServe } from '../support/http.ts';

const browser = browserForFile();

test('while the host is away a screen says what to do, and goes on when it is back', async () => {
  const serve = await startServe({ args: [] });
  const page = await openPage(browser(), serve, '/audit');
  await page.getByText(/^Intact: /).waitFor();
  await serve.stop();
  await page.getByText('start it with: toolgate serve').waitFor();
  await page.getByLabel('Tool', { exact: true }).fill('read_file');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'The host does not answer' });
  await failed.waitFor();
  await startServe({ args: ['--port', String(serve.port)], place: serve });
  await page.getByText('start it with: toolgate serve').waitFor({ state: 'detached' });
  await page.getByText('No entry fits the filter').waitFor();
  expect(await failed.count()).toBe(0);
}, 60_000);

test('a browser that is signed out says so and how to get in again', async () => {
  const serve = await startServe({ args: [] });
  const page = await openPage(browser(), serve, '/settings');
  await page.getByRole('tab', { name: 'Browsers' }).click();
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await page.getByRole('heading', { name: 'This browser is signed out' }).waitFor();
  await page.reload();
  await page.getByText('toolgate open').first().waitFor();
}, 60_000);
