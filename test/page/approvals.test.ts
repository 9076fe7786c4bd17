import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, expectAccessible, newTab, openPage } from '../support/browser.ts';
import { type Serve, startServe, toolgate } from '../support/http.ts';
import { connectHttpAgent } from '../support/http-agent.ts';

const browser = browserForFile();
const LONG_WAIT = { TOOLGATE_APPROVALS_WAIT_MS: '60000' };

interface Started {
  readonly serve: Serve;
  readonly agent: Client;
  readonly page: Page;
  /** Asks to write a file; the answer comes when a person has decided. */
  write(name: string, content?: string): Promise<{ isError: boolean; text: string }>;
}

async function start(): Promise<Started> {
  const serve = await startServe({ args: [], env: LONG_WAIT });
  const agent = await connectHttpAgent(serve, serve.token);
  const page = await openPage(browser(), serve);
  await page.getByText('Nothing waits for you').waitFor();
  const write = (name: string, content = 'hello\n') => {
    const answer = writeFile(agent, join(serve.root, name), content);
    // Where the host is stopped before the answer, that is no error of the test.
    answer.catch(() => {});
    return answer;
  };
  return { serve, agent, page, write };
}

async function writeFile(agent: Client, path: string, content: string) {
  const result = await agent.callTool(
    { name: 'write_file', arguments: { path, content } },
    { timeout: 60_000 },
  );
  const text = (result.content as { text?: string }[]).map((part) => part.text ?? '').join('\n');
  return { isError: result.isError === true, text };
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

test('an agent asks, the card is there at once, and every answer does what its button says', async () => {
  const { serve, page, write } = await start();
  const asked = write('once.txt');
  await page.getByRole('heading', { name: 'Write a file' }).waitFor();
  // At first the buttons do nothing: a click meant for the card before must not answer this one.
  expect(await page.getByRole('button', { name: 'Allow once', exact: true }).isDisabled()).toBe(true);
  await press(page, 'Allow once');
  expect((await asked).isError).toBe(false);
  expect(readFileSync(join(serve.root, 'once.txt'), 'utf8')).toBe('hello\n');

  const denied = write('denied.txt');
  await press(page, 'Deny');
  expect((await denied).isError).toBe(true);

  const reasoned = write('reasoned.txt');
  await press(page, 'Deny with reason');
  await page.getByLabel('Reason').fill('Write to notes/ instead');
  await press(page, 'Send denial');
  expect((await reasoned).text).toContain('Write to notes/ instead');

  const edited = write('edited.txt', 'theirs\n');
  await press(page, 'Edit');
  const box = page.getByLabel('Arguments (JSON)');
  await box.fill((await box.inputValue()).replace('theirs', 'mine'));
  await press(page, 'Allow with these arguments');
  expect((await edited).text).toContain('A person changed the arguments');
  expect(readFileSync(join(serve.root, 'edited.txt'), 'utf8')).toBe('mine\n');
  expect([existsSync(join(serve.root, 'denied.txt')), existsSync(join(serve.root, 'reasoned.txt'))]).toEqual([
    false,
    false,
  ]);
}, 60_000);

test('an answer for the session and a rule hold for the next calls, and the rule can be undone', async () => {
  const { page, write } = await start();
  const first = write('a.txt');
  await press(page, 'Allow for session');
  expect((await first).isError).toBe(false);
  expect((await write('b.txt')).isError).toBe(false);

  const { page: second, write: writeAgain } = await start();
  const asked = writeAgain('a.txt');
  await press(second, 'Allow by rule');
  await press(second, 'Save rule and allow');
  expect((await asked).isError).toBe(false);
  expect((await writeAgain('b.txt')).isError).toBe(false);
  await second.getByRole('tab', { name: 'Decided' }).click();
  await press(second, 'Undo rule');
  await second.getByRole('button', { name: 'Undo rule' }).waitFor({ state: 'detached' });
  const again = writeAgain('c.txt');
  await second.getByRole('tab', { name: /Waiting/ }).click();
  await press(second, 'Deny always');
  await press(second, 'Save rule and deny');
  expect((await again).isError).toBe(true);
  expect((await writeAgain('d.txt')).text).toMatch(/DENIED|denied|rule/);
}, 60_000);

test('two tabs decide one question: the first counts, the other shows that it is closed', async () => {
  const { page, write } = await start();
  const other = await newTab(page.context());
  const asked = write('two.txt');
  await other.goto(page.url());
  const both = [page, other].map((tab) => tab.getByRole('button', { name: 'Allow once', exact: true }));
  for (const button of both) await expect.poll(() => button.isEnabled(), { timeout: 20_000 }).toBe(true);
  await Promise.all(both.map((button) => button.click({ timeout: 3000 }).catch(() => {})));
  expect((await asked).isError).toBe(false);
  for (const tab of [page, other]) await tab.getByText('Nothing waits for you').waitFor();
}, 60_000);

test('a reload and a restart of the host in the middle lose nothing', async () => {
  const { serve, page, write } = await start();
  void write('later.txt');
  await page.getByRole('heading', { name: 'Write a file' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Write a file' }).waitFor();
  await serve.stop();
  await page.getByText('The host does not answer.').waitFor();
  const again = await startServe({ args: ['--port', String(serve.port)], env: LONG_WAIT, place: serve });
  await page.getByText('The host does not answer.').waitFor({ state: 'detached' });
  await press(page, 'Allow once');
  await page.getByText('Nothing waits for you').waitFor();
  const agent = await connectHttpAgent(again, serve.token);
  const path = join(serve.root, 'later.txt');
  const result = await agent.callTool({ name: 'write_file', arguments: { path, content: 'hello\n' } });
  expect(result.isError ?? false).toBe(false);
}, 90_000);

test('CRITICAL is allowed by typing what it is about; a command shows a risk for each part', async () => {
  const { serve, agent, page } = await start();
  const command = 'echo hi && sudo rm -rf ./build';
  const asked = agent
    .callTool(
      { name: 'shell_execute', arguments: { command, workingDirectory: serve.root } },
      { timeout: 60_000 },
    )
    .catch(() => undefined);
  const parts = page.getByRole('list', { name: 'Commands' }).getByRole('listitem');
  await expect.poll(() => parts.allInnerTexts(), { timeout: 20_000 }).toHaveLength(2);
  await press(page, 'Allow once');
  const allow = page.getByRole('button', { name: 'Allow it' });
  expect(await allow.isDisabled()).toBe(true);
  await page.getByLabel(`Type "${command}" to allow it`).fill('something else');
  expect(await allow.isDisabled()).toBe(true);
  await page.getByLabel(`Type "${command}" to allow it`).fill(command);
  await allow.click();
  await asked;
  await page.getByText('Nothing waits for you').waitFor();
  await page.getByRole('tab', { name: 'Decided' }).click();
  await page.getByRole('list', { name: 'Decided approvals' }).getByText('allowed', { exact: true }).waitFor();
}, 60_000);

test('many are answered at once, and everything works with keys alone', async () => {
  const { serve, page, write } = await start();
  const asked = ['1', '2', '3'].map((name) => write(`${name}.txt`));
  const boxes = page.getByRole('checkbox');
  await expect.poll(() => boxes.count(), { timeout: 20_000 }).toBe(3);
  await page.locator('body').press('x');
  await page.locator('body').press('j');
  await page.locator('body').press('x');
  await press(page, 'Allow selected once');
  await expect.poll(() => boxes.count(), { timeout: 20_000 }).toBe(1);
  const deny = page.getByRole('button', { name: 'Deny', exact: true });
  await expect.poll(() => deny.isEnabled(), { timeout: 20_000 }).toBe(true);
  await page.locator('body').press('d');
  const results = await Promise.all(asked);
  expect(results.filter(({ isError }) => isError)).toHaveLength(1);
  expect(['1', '2', '3'].filter((name) => existsSync(join(serve.root, `${name}.txt`)))).toHaveLength(2);
}, 60_000);

test('pausing an agent from its card holds its next calls', async () => {
  const { serve, page, write } = await start();
  const asked = write('a.txt');
  await press(page, 'Pause agent');
  await page.getByText(/is paused/).waitFor();
  expect(await toolgate(serve, 'agents', 'list')).toContain('paused');
  await press(page, 'Deny');
  await asked.catch(() => undefined);
}, 60_000);

test('hostile content shows as text, and the screen has no violation in either theme', async () => {
  const { page, write } = await start();
  const hostile = `<img src=x onerror="document.title='owned'"> \u202eevil\u202c \u001b[31mred\u001b[0m\n`;
  const asked = write('hostile <b>.txt', hostile + 'x'.repeat(1_000_000));
  await page.getByRole('heading', { name: 'Write a file' }).waitFor();
  await page.getByText('\\u202eevil').first().waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await page.title()).toBe('(1) Toolgate');
  await expect.poll(() => page.getByRole('button', { name: 'Deny', exact: true }).isEnabled()).toBe(true);
  await expectAccessible(page, 'approvals');
  await press(page, 'Deny');
  await asked;
  await page.getByText('Nothing waits for you').waitFor();
  await expectAccessible(page, 'approvals-empty');
  await page.getByRole('tab', { name: 'Decided' }).click();
  await page.getByRole('list', { name: 'Decided approvals' }).waitFor();
  await expectAccessible(page, 'approvals-decided');
}, 90_000);
