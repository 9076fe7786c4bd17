import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, expectAccessible, openPage } from '../support/browser.ts';
import { type Serve, serveForFile, toolgate } from '../support/http.ts';
import { connectHttpAgent } from '../support/http-agent.ts';
import { createRepository } from '../support/repository.ts';

const browser = browserForFile();
const serve = serveForFile(() => ({ args: [], env: { TOOLGATE_APPROVALS_WAIT_MS: '60000' } }));

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

const call = (agent: Client, name: string, args: Record<string, unknown>) =>
  agent.callTool({ name, arguments: args }, { timeout: 60_000 });

async function open(path: string): Promise<{ page: Page; agent: Client; serve: Serve }> {
  const running = serve();
  return {
    serve: running,
    agent: await connectHttpAgent(running, running.token),
    page: await openPage(browser(), running, path),
  };
}

test('get started: a project is there, and the first call arrives by itself', async () => {
  const { page, agent, serve: place } = await open('/start');
  await page.getByRole('heading', { name: /Connect an agent/ }).waitFor();
  await expectAccessible(page, 'start');
  await call(agent, 'list_directory', { path: place.root });
  await page.getByText('See all activity').waitFor();
});

test('activity shows a call as it happens, all of it at a click, and holds an agent', async () => {
  const { page, agent, serve: place } = await open('/activity');
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  writeFileSync(join(place.root, 'look.txt'), 'seen by the agent\n');
  await call(agent, 'read_file', { path: join(place.root, 'look.txt') });
  const row = page
    .getByRole('list', { name: 'Calls' })
    .getByRole('button', { name: /read_file/ })
    .first();
  await row.waitFor();
  await expectAccessible(page, 'activity');
  await row.click();
  await page.getByRole('dialog').getByText('look.txt').first().waitFor();
  await expectAccessible(page, 'activity-call');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Pause http-agent/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Resume http-agent/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Pause http-agent/ })
    .first()
    .waitFor();
});

test('a process prints live, and is stopped', async () => {
  const { page, agent, serve: place } = await open('/processes');
  await page.getByText('Nothing runs in the background').waitFor();
  const script = 'let n = 0; setInterval(() => console.log("tick", ++n), 200)';
  const asked = call(agent, 'shell_start', {
    command: `node -e '${script}'`,
    name: 'ticker',
    cwd: place.root,
  });
  const answer = page.getByText(/^Answer/);
  await Promise.race([asked, answer.waitFor()]);
  if (await answer.isVisible()) {
    await answer.click();
    await press(page, 'Allow once');
  }
  const started = await asked;
  expect(started.isError ?? false, JSON.stringify(started.content)).toBe(false);
  await page.goto(`${place.address}/processes`);
  const output = page.getByRole('region', { name: 'Output of ticker' });
  await output.getByText('tick 3', { exact: true }).first().waitFor();
  await output.getByText('tick 6', { exact: true }).first().waitFor();
  await expectAccessible(page, 'processes');
  await page.getByRole('button', { name: 'Stop ticker' }).click();
  await page
    .getByText(/^(stopped|completed|failed)$/)
    .first()
    .waitFor();
}, 60_000);

test('a project shows its scripts and its git, and runs a script through the gate', async () => {
  const { page, serve: place } = await open('/projects');
  await page.getByText('No project is registered').waitFor();
  await page.getByRole('list', { name: 'Open directories' }).getByText(place.root, { exact: true }).waitFor();
  await expectAccessible(page, 'projects-open');
  await page.goto(`${place.address}/start`);
  await page.getByText(`${place.root}: open.`).waitFor();
  await page.goto(`${place.address}/projects`);
  writeFileSync(
    join(place.root, 'package.json'),
    JSON.stringify({ name: 'shop', scripts: { hello: 'echo hello from the script' } }),
  );
  const { git } = createRepository(place.root);
  git('checkout', '--quiet', '-b', 'trunk');
  git('add', 'package.json');
  await page.getByLabel('Directory to open to agents').fill(place.root);
  await press(page, 'Add project');
  await page.getByText('echo hello from the script', { exact: true }).waitFor();
  await page.getByText('trunk').first().waitFor();
  await page.getByRole('group', { name: 'Staged changes' }).getByText('+').first().waitFor();
  await expectAccessible(page, 'projects');
  await press(page, 'Run hello');
  const output = page.getByRole('link', { name: 'Output' });
  const answer = page.getByRole('button', { name: 'Allow once', exact: true });
  await output.or(answer).first().waitFor();
  if (await answer.isVisible()) await answer.click();
  await output.click();
  await page.getByText('hello from the script', { exact: true }).first().waitFor();
}, 60_000);

test('a project that is not there is said to be missing, and no other is shown', async () => {
  const { page } = await open('/projects/prj_nope');
  await page.getByText('There is no project prj_nope').waitFor();
  expect(await page.getByRole('list', { name: 'Scripts' }).count()).toBe(0);
});

test('a person types into a process of an agent, after its question', async () => {
  const { page, agent, serve: place } = await open('/approvals');
  const script = 'process.stdin.on("data", (text) => console.log("heard", String(text).trim()))';
  const asked = call(agent, 'shell_start', { command: `node -e '${script}'`, name: 'ears', cwd: place.root });
  const answer = page.getByRole('button', { name: 'Allow once', exact: true });
  await Promise.race([asked, answer.waitFor()]);
  if (await answer.isVisible()) await answer.click();
  await asked;
  await page.goto(`${place.address}/processes`);
  await page.getByRole('button', { name: 'ears', exact: true }).click();
  await page.getByLabel('Type into ears').fill('hello there');
  await page.keyboard.press('Enter');
  await press(page, 'Allow once');
  await page.getByRole('region', { name: 'Output of ears' }).getByText('heard hello there').first().waitFor();
  await expect.poll(() => page.getByLabel('Type into ears').inputValue()).toBe('');
  await expectAccessible(page, 'process-input');
  await page.getByRole('button', { name: 'Stop ears' }).click();
  await page.getByText('It has ended, so it takes no input.').waitFor();
}, 60_000);

test('settings change what the agent may do at its next call', async () => {
  const { page, agent, serve: place } = await open('/settings');
  await page.getByLabel('Filter tools').fill('read_file');
  await expectAccessible(page, 'settings-permissions');
  const path = join(place.root, 'look.txt');
  expect((await call(agent, 'read_file', { path })).isError ?? false).toBe(false);
  await page.getByLabel('Permission of read_file').selectOption('blocked');
  await press(page, 'Save: Permission of read_file');
  await expect
    .poll(async () => (await call(agent, 'read_file', { path })).isError, { timeout: 20_000 })
    .toBe(true);
  await page.getByLabel('Permission of read_file').selectOption('by risk');
  await press(page, 'Save: Permission of read_file');
  await expect
    .poll(async () => (await call(agent, 'read_file', { path })).isError ?? false, { timeout: 20_000 })
    .toBe(false);
  for (const name of ['Rules', 'What if', 'Connect', 'Tokens', 'Providers', 'Browsers']) {
    await page.getByRole('tab', { name }).click();
    if (name === 'What if') {
      await page.getByLabel('A command', { exact: true }).fill('rm -rf /');
      await press(page, 'Explain');
      await page.getByText('deny', { exact: true }).waitFor();
    }
    if (name === 'Tokens') {
      await page.getByLabel('Name').fill('from-page');
      await press(page, 'Make token');
      await page.getByText('This is shown only once').waitFor();
    }
    if (name === 'Rules') {
      await page.getByLabel('Tool, or * for all').fill('delete_file');
      await press(page, 'Add rule');
      await page.getByText('never used').waitFor();
    }
    await expectAccessible(page, `settings-${name.toLowerCase().replace(' ', '-')}`);
  }
  expect(await toolgate(place, 'tokens', 'list')).toContain('from-page');
}, 90_000);

test('the record is filtered, counted, checked and exported', async () => {
  const { page } = await open('/audit');
  await page.getByText(/^Intact: /).waitFor();
  await page.getByLabel('Tool', { exact: true }).fill('read_file');
  await press(page, 'Show');
  const rows = page.getByRole('list', { name: 'Entries of the record' }).getByRole('button');
  await expect.poll(() => rows.count(), { timeout: 20_000 }).toBeGreaterThan(1);
  expect((await rows.allInnerTexts()).every((text) => text.includes('read_file'))).toBe(true);
  await expectAccessible(page, 'audit');
  const saved = page.waitForEvent('download');
  await press(page, 'Export JSON');
  expect((await saved).suggestedFilename()).toBe('toolgate-audit.jsonl');
});
