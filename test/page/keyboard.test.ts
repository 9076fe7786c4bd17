import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, openPage } from '../support/browser.ts';
import { startServe, toolgate } from '../support/http.ts';
import { connectHttpAgent } from '../support/http-agent.ts';

const browser = browserForFile();

const FOCUSED =
  "(() => { const at = document.activeElement; return (at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? '').trim(); })()";

/** Presses Tab until what has this name has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text));
  for (let presses = 0; presses < 120; presses++) {
    if (isThere(await page.evaluate<string>(FOCUSED))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

async function pressByKey(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

test('an approval, a denial with a reason and a rule are given without a mouse', async () => {
  const serve = await startServe({ args: [], env: { TOOLGATE_APPROVALS_WAIT_MS: '60000' } });
  const agent = await connectHttpAgent(serve, serve.token);
  const page = await openPage(browser(), serve);
  const write = (name: string) =>
    agent.callTool(
      { name: 'write_file', arguments: { path: join(serve.root, name), content: 'hello\n' } },
      { timeout: 60_000 },
    );
  const enabled = (name: string) =>
    expect
      .poll(() => page.getByRole('button', { name, exact: true }).isEnabled(), { timeout: 20_000 })
      .toBe(true);

  const first = write('a.txt');
  await page.getByRole('heading', { name: 'Write a file' }).waitFor();
  await enabled('Allow once');
  await pressByKey(page, 'Allow once');
  expect((await first).isError ?? false).toBe(false);
  // The answered card must be gone, or the next keys would go to it.
  await page.getByRole('heading', { name: 'Write a file' }).waitFor({ state: 'detached' });

  const second = write('b.txt');
  await page.getByRole('heading', { name: 'Write a file' }).waitFor();
  await enabled('Deny with reason');
  await pressByKey(page, 'Deny with reason');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Reason');
  await page.keyboard.type('Not there');
  await pressByKey(page, 'Send denial');
  expect(JSON.stringify((await second).content)).toContain('Not there');
  expect(existsSync(join(serve.root, 'b.txt'))).toBe(false);

  await pressByKey(page, 'Settings');
  await page.getByRole('tab', { name: 'Permissions' }).waitFor();
  await tabTo(page, 'Permissions');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'Tool, or * for all');
  await page.keyboard.type('delete_file');
  await pressByKey(page, 'Add rule');
  await page.getByText('never used').waitFor();
  expect(await toolgate(serve, 'rules', 'list')).toContain('delete_file');
}, 120_000);

test('the terminal of a process lets the focus out again', async () => {
  const serve = await startServe({ args: [], env: { TOOLGATE_APPROVALS_WAIT_MS: '60000' } });
  const agent = await connectHttpAgent(serve, serve.token);
  const page = await openPage(browser(), serve);
  const started = agent.callTool(
    { name: 'shell_start', arguments: { command: COLOURS, name: 'colours', pty: true, cwd: serve.root } },
    { timeout: 60_000 },
  );
  const allow = page.getByRole('button', { name: 'Allow once', exact: true });
  await Promise.race([started, allow.waitFor()]);
  if (await allow.isVisible()) await allow.click();
  await started;
  await page.goto(`${serve.address}/processes`);
  const output = page.getByRole('region', { name: 'Output of colours' });
  // In colour, as a terminal shows it; what would move its cursor or change its title is text or gone.
  const red = output.locator('.xterm-rows').getByText('alarm', { exact: true });
  await red.waitFor();
  expect(await red.getAttribute('class')).toMatch(/xterm-fg-1\b/);
  await output.locator('.xterm-rows').getByText('<b>plain</b>').waitFor();
  expect(await page.title()).not.toContain('owned');
  await tabTo(page, 'Output of colours');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Tab');
  expect(await page.evaluate<string>(FOCUSED)).not.toBe('Output of colours');
}, 90_000);

const COLOURS = "printf '\\033[31malarm\\033[0m\\n\\033]0;owned\\007<b>plain</b>\\n'; sleep 30";
