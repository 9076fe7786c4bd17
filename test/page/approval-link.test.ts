import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../support/approving.ts';
import { browserForFile } from '../support/browser.ts';
import { toolgate } from '../support/http.ts';

const browser = browserForFile();

/** A call that waits, and a browser of a person who has only the link. */
async function askedWithLink() {
  const server = await startServer();
  const { agent, person, root, serve } = server;
  writeFileSync(join(root, '.env'), 'COLOUR=blue\n');
  const reading = agent.call('read_file', { path: join(root, '.env') });
  const { id } = await person.nextApproval();
  const link = (await toolgate(serve, 'approvals', 'link', id.slice(0, 8))).trim();
  const context = await browser().newContext();
  onTestFinished(() => context.close());
  return { ...server, reading, link, page: await context.newPage() };
}

const said = (page: Page, text: string) => page.getByRole('heading', { name: text }).waitFor();

test('a link is answered by a click in a browser', async () => {
  const { link, page, reading } = await askedWithLink();
  await page.goto(link);
  await page.getByRole('button', { name: 'Allow once' }).click();
  await said(page, 'Allowed.');
  expect(await reading).toMatchObject({
    structuredContent: { content: expect.stringContaining('COLOUR=blue') },
  });
  await page.goto(link);
  await page.getByText('This question is closed').waitFor();
}, 60_000);

test('a link is answered with the keyboard, with words for the agent', async () => {
  const { link, page, reading } = await askedWithLink();
  await page.goto(link);
  await page.keyboard.press('Tab');
  await page.keyboard.type('use the example');
  for (let presses = 0; presses < 9; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement.textContent')) === 'Deny') break;
  }
  await page.keyboard.press('Enter');
  await said(page, 'Denied.');
  expect(await reading).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('use the example') }],
  });
}, 60_000);

test('a page of another site that has the link answers nothing', async () => {
  const { link, page, person, reading } = await askedWithLink();
  const form = `<form method="post" action="${link}"><input name="answer" value="once"><button>Go</button></form>`;
  const pages: Readonly<Record<string, string>> = {
    '/plain': form,
    '/no-referrer': `<meta name="referrer" content="no-referrer">${form}`,
    '/sandboxed': `<iframe sandbox="allow-forms allow-top-navigation allow-scripts" srcdoc="${form.replaceAll('"', '&quot;').replace('<form', "<form target='_top'")}"></iframe>`,
  };
  const site = createServer(({ url = '' }, response) =>
    response.setHeader('content-type', 'text/html').end(pages[url] ?? ''),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void site.close());
  await new Promise((resolve) => site.once('listening', resolve));
  // Sound: a TCP server that listens has an AddressInfo.
  const { port } = site.address() as AddressInfo;
  for (const name of Object.keys(pages)) {
    await page.goto(`http://127.0.0.1:${port}${name}`);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    const frame = name === '/sandboxed' ? page.frameLocator('iframe') : page;
    await frame.getByRole('button', { name: 'Go' }).click();
    expect((await answered).status()).toBe(403);
  }
  expect((await person.approvals()).length).toBe(1);
  void reading.catch(() => undefined);
}, 60_000);
