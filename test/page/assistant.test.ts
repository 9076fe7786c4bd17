import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, expectAccessible, openPage } from '../support/browser.ts';
import { type Serve, startServe } from '../support/http.ts';
import { type ModelServer, type Reply, serveModel } from '../support/model-server.ts';

const browser = browserForFile();

interface Started {
  readonly serve: Serve;
  readonly page: Page;
  readonly model: ModelServer;
}

/** A host whose assistant says these things, one after the other. */
async function start(...replies: readonly Reply[]): Promise<Started> {
  const model = await serveModel(({ n }) => replies[n] ?? { text: 'That is all.' });
  const serve = await startServe({
    args: [],
    env: { TOOLGATE_ASSISTANT_URL: `${model.origin}/v1`, TOOLGATE_ASSISTANT_MODEL: 'first-model' },
  });
  return { serve, model, page: await openPage(browser(), serve, '/assistant') };
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

const NASTY = '<img src=x onerror=alert(1)> \u202eevil\u202c \u001b[31mred\u001b[0m';

test('a chat: the model asks to write, the card is in the conversation, allowing it writes the file', async () => {
  const { serve, page } = await start(
    {
      text: `I will write it. ${NASTY}\n\`\`\`js\nconst a = 1;\n\`\`\`\n`,
      calls: [
        { name: 'list_directory', args: { path: '.' } },
        { name: 'write_file', args: { path: 'a.txt', content: 'x\n' } },
      ],
    },
    { text: 'It is there.' },
  );
  await page.getByText('No conversations yet.').waitFor();
  await expectAccessible(page, 'assistant-new');
  await say(page, 'Write a file');
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByRole('heading', { name: 'Write a file' }).waitFor();
  expect(existsSync(join(serve.root, 'a.txt'))).toBe(false);
  // What the model wrote is text: no picture, and what reorders letters is shown.
  expect(await log.locator('img').count()).toBe(0);
  const words = await log.textContent();
  expect(words).toContain('\\u202eevil');
  expect(words).toContain('<img src=x onerror=alert(1)>');
  // The buttons fade in once they can be pressed.
  const opacity = "getComputedStyle(document.querySelector('[data-choice=once]')).opacity";
  await expect.poll(() => page.evaluate(opacity), { timeout: 20_000 }).toBe('1');
  await expectAccessible(page, 'assistant-question');
  await press(page, 'Allow once');
  await log.getByText('It is there.').waitFor();
  expect(readFileSync(join(serve.root, 'a.txt'), 'utf8')).toBe('x\n');
  await page.getByRole('heading', { name: 'A fitting title' }).waitFor();
  await log.getByText('write_file').click();
  await expectAccessible(page, 'assistant-done');
  // All of it is still there after a reload.
  await page.reload();
  await log.getByText('It is there.').waitFor();
}, 90_000);

test('denied with a reason, the model is told and nothing is written', async () => {
  const { serve, page, model } = await start(
    { calls: [{ name: 'write_file', args: { path: 'b.txt', content: 'x\n' } }] },
    { text: 'Then I do not.' },
  );
  await say(page, 'Write a file');
  await press(page, 'Deny with reason');
  await page.getByLabel('Reason').fill('Not in this directory');
  await press(page, 'Send denial');
  await page.getByText('Then I do not.').waitFor();
  expect(existsSync(join(serve.root, 'b.txt'))).toBe(false);
  expect(model.requests[1]?.text).toContain('Not in this directory');
}, 60_000);

test('text shows while it is written; it can be stopped and continued', async () => {
  const never = new Promise(() => {});
  const { page } = await start(
    { text: 'These words come first, and the rest of this answer takes a long while', hold: never },
    { text: 'Here is the rest.' },
  );
  await say(page, 'Tell me something');
  await page.getByRole('article', { name: 'Assistant, writing' }).getByText('These words').waitFor();
  await press(page, 'Stop');
  await page.getByText('stopped before its end').waitFor();
  await press(page, 'Continue');
  await page.getByText('Here is the rest.').waitFor();
}, 60_000);

test('a provider that refuses is said in words, and the turn can be continued', async () => {
  const { page } = await start({ status: 400, error: 'no such model' }, { text: 'Now it works.' });
  await say(page, 'Hello');
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  expect(await page.getByText('no such model').count()).toBeGreaterThan(0);
  await press(page, 'Continue');
  await page.getByText('Now it works.').waitFor();
}, 60_000);

test('conversations are found, renamed, given another model, exported and deleted', async () => {
  const { page, model } = await start({ text: 'About elephants.' }, { text: 'About whales.' });
  await say(page, 'Elephants');
  await page.getByText('About elephants.').waitFor();
  await page.getByRole('heading', { name: 'A fitting title' }).waitFor();
  await press(page, 'Title and model');
  await page.getByLabel('Title', { exact: true }).fill('Of large animals');
  await page.getByLabel('Model', { exact: true }).fill('second-model');
  await press(page, 'Save');
  await page.getByRole('heading', { name: 'Of large animals' }).waitFor();
  await say(page, 'And in the sea?');
  await page.getByText('About whales.').waitFor();
  expect(model.requests[1]?.body.model).toBe('second-model');

  await press(page, 'Export');
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Markdown')]);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toContain('Of large animals');
  expect(text).toContain('About whales.');

  const list = page.getByRole('region', { name: 'Conversations' });
  await list.getByLabel('Search conversations').fill('giraffes');
  await list.getByText('Nothing was said about').waitFor();
  await list.getByLabel('Search conversations').fill('whales');
  await list.getByRole('button', { name: /Of large animals/ }).waitFor();
  await press(page, 'Delete conversation');
  await press(page, 'Delete');
  await page.getByRole('heading', { name: 'What shall be done?' }).waitFor();
  await list.getByLabel('Search conversations').fill('');
  await list.getByText('No conversations yet.').waitFor();
}, 60_000);

test('without a model the screen says how to get one', async () => {
  const serve = await startServe({ args: [] });
  const page = await openPage(browser(), serve, '/assistant');
  await page.getByRole('heading', { name: 'The assistant needs a model' }).waitFor();
  await page.getByText('toolgate secrets set ANTHROPIC_API_KEY').waitFor();
  expect(await page.getByRole('group', { name: 'How to get a model' }).textContent()).toContain(
    'secrets set',
  );
  await page.getByText(/config\.json\).* is read when the host starts/).waitFor();
  await expectAccessible(page, 'assistant-no-model');
}, 60_000);

test('an answer in Markdown is shown as such, and nothing of it becomes HTML', async () => {
  const text = [
    '# A heading',
    'Some **bold <b>x</b>** and *soft* words, see [the docs](https://example.com/a?b=1) or [run](javascript:alert(1)).',
    '',
    '- first `code`',
    '  - inside',
    '1. one',
    '',
    '| Name | Size |',
    '| --- | ---: |',
    '| a.txt | 3 |',
    '',
    '> quoted',
    '',
    '```sh',
    '# not a heading',
    '```',
  ].join('\n');
  const { page } = await start({ text });
  await say(page, 'Show me');
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByRole('cell', { name: 'a.txt' }).waitFor();
  await log.locator('strong').getByText('bold <b>x</b>').waitFor();
  await log.locator('em').getByText('soft').waitFor();
  const links = await log.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links).toEqual(['https://example.com/a?b=1']);
  expect(await log.textContent()).toContain('the docs (https://example.com/a?b=1)');
  expect(await log.textContent()).toContain('run (javascript:alert(1))');
  expect(await log.locator('b').count()).toBe(0);
  expect(await log.locator('blockquote').textContent()).toBe('quoted');
  expect(await log.getByRole('group', { name: 'Code' }).textContent()).toBe('# not a heading');
  await expectAccessible(page, 'assistant-markdown');
}, 60_000);
