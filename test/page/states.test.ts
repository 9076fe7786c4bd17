import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, openPage, pageLinkOf } from '../support/browser.ts';
import { serveForFile, startServe } from '../support/http.ts';
import { temporaryDirectory } from '../support/program.ts';

const browser = browserForFile();
const serve = serveForFile(() => ({ args: [] }));

/** Every screen, with what it says while there is nothing. */
const SCREENS = {
  approvals: /Nothing waits for you/,
  activity: /No agent|No call/,
  projects: /No project is registered/,
  processes: /Nothing runs in the background/,
  workflows: /There are no workflows yet/,
  hosts: /no hosts|No host/i,
  knowledge: /Nothing can be looked up yet/,
  assistant: /model/,
  audit: /Intact: /,
  settings: /Permission level/,
  start: /Connect an agent/,
} as const;

/** What the page asks for, but for the stream and the acts the shell itself needs. */
const isData = (url: URL): boolean => url.pathname.startsWith('/api/') && !url.pathname.endsWith('/events');

const show = (page: Page, name: string): Promise<unknown> => page.goto(`${serve().address}/${name}`);

test('every screen says what is missing while there is nothing yet', async () => {
  const page = await openPage(browser(), serve());
  for (const [name, words] of Object.entries(SCREENS)) {
    await show(page, name);
    await page.getByRole('main').getByText(words).first().waitFor();
  }
}, 120_000);

test('every screen says that it loads, and does not stay empty', async () => {
  const page = await openPage(browser(), serve());
  const held: Route[] = [];
  await page.route(isData, (route) => void held.push(route));
  for (const name of Object.keys(SCREENS)) {
    await show(page, name);
    await page
      .getByRole('main')
      .getByText(/^Loading /)
      .first()
      .waitFor();
  }
  await page.unroute(isData);
  await Promise.all(held.map((route) => route.abort().catch(() => {})));
}, 120_000);

test('every screen says what went wrong, and tries again when asked', async () => {
  const page = await openPage(browser(), serve());
  const failure = { error: 'The disk is full', hint: 'Free some space.' };
  await page.route(isData, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(failure) }),
  );
  for (const name of Object.keys(SCREENS)) {
    await show(page, name);
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'The disk is full' }).first();
    await alert.waitFor();
    expect(await alert.textContent()).toContain('Free some space.');
  }
  await page.unroute(isData);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByRole('main').getByText(SCREENS.start).first().waitFor();
}, 120_000);

test('while the host is away every screen still opens, and says how to start it', async () => {
  const away = await startServe({ args: [] });
  const page = await openPage(browser(), away);
  await page.getByText('Nothing waits for you').waitFor();
  // The page itself is kept by then.
  await page.evaluate('navigator.serviceWorker.ready');
  for (const name of Object.keys(SCREENS)) {
    await page.goto(`${away.address}/${name}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await away.stop();
  for (const name of Object.keys(SCREENS)) {
    await page.goto(`${away.address}/${name}`);
    await page.getByText('start it with: toolgate serve').waitFor();
    await page
      .getByRole('main')
      .getByText(/The host does not answer|Loading/)
      .first()
      .waitFor();
  }
}, 120_000);

test('the page can be installed', async () => {
  const page = await openPage(browser(), serve());
  const session = await page.context().newCDPSession(page);
  await page.evaluate('navigator.serviceWorker.ready');
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Toolgate', display: 'standalone' });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A browser without a window to show itself installs nothing in its private mode.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  // What keeps the page lets a link that works once through.
  await page.goto(await pageLinkOf(serve()));
  await page.getByText('Nothing waits for you').waitFor();
}, 60_000);

test('a project that the host does not open is marked, and the person is told how to open it', async () => {
  const other = await startServe({ args: ['--root', temporaryDirectory()] });
  const page = await openPage(browser(), other, '/projects');
  await page.getByLabel('Directory to open to agents').fill(temporaryDirectory());
  await page.getByRole('button', { name: 'Add project' }).click();
  await page.getByRole('note').getByText('Start it with --root for this one too').waitFor();
  await page.getByRole('list', { name: 'Projects' }).getByText('Not open to agents').waitFor();
});
