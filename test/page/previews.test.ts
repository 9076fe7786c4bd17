import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, expectAccessible, openPage } from '../support/browser.ts';
import { startServe, toolgate } from '../support/http.ts';
import { connectHttpAgent } from '../support/http-agent.ts';
import { sharedSshd } from '../support/ssh/remote-host.ts';

const browser = browserForFile();
const sshd = await sharedSshd();

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

async function start(env: Record<string, string> = {}) {
  const serve = await startServe({ args: [], env: { TOOLGATE_APPROVALS_WAIT_MS: '60000', ...env } });
  const agent = await connectHttpAgent(serve, serve.token);
  const page = await openPage(browser(), serve);
  await page.getByText('Nothing waits for you').waitFor();
  return { serve, agent, page };
}

/** Leaves a question on the page; its answer is a promise nobody has to wait for. */
function ask(agent: Client, name: string, args: Record<string, unknown>) {
  const asked = agent.callTool({ name, arguments: args }, { timeout: 60_000 });
  asked.catch(() => {});
  return asked;
}

/** Denies the card that is shown, and waits until it is gone. */
async function deny(page: Page): Promise<void> {
  await press(page, 'Deny');
  await page.getByText('Nothing waits for you').waitFor();
}

test('the card shows the scripts behind a script, and the steps of a workflow each with its risk', async () => {
  const { serve, agent, page } = await start();
  const scripts = { prebuild: 'rm -rf dist', build: 'npm run compile', compile: 'tsc <b>x</b>' };
  writeFileSync(join(serve.root, 'package.json'), JSON.stringify({ name: 'shop', scripts }));
  const script = ask(agent, 'run_script', { scriptName: 'build', projectPath: serve.root });
  const behind = page.getByRole('region', { name: 'Scripts' });
  await behind.getByRole('cell', { name: 'rm -rf dist', exact: true }).waitFor();
  expect(await behind.getByRole('rowheader').allInnerTexts()).toEqual(['prebuild', 'build', 'compile']);
  // Markup in a script is text.
  await behind.getByText('tsc <b>x</b>').waitFor();
  await expectAccessible(page, 'approval-script');
  await deny(page);
  expect((await script).isError).toBe(true);

  const workflow = {
    name: 'Ship it',
    steps: [
      { stepId: 'look', name: 'Look', command: 'ls' },
      { stepId: 'clean', name: 'Clean up', command: 'rm -rf ./dist', needs: ['look'], when: 'true' },
      { stepId: 'ok', name: 'Ask', approval: 'Ship?', needs: ['clean'] },
    ],
  };
  const stored = ask(agent, 'create_workflow', workflow);
  await page.getByRole('region', { name: 'Steps' }).getByText('Clean up').waitFor();
  await press(page, 'Allow once');
  const { workflowId } = (await stored).structuredContent as { workflowId: string };
  void ask(agent, 'run_workflow', { workflowId });
  await page.getByRole('heading', { name: 'Run a workflow' }).waitFor();
  await page.getByRole('region', { name: 'Steps' }).getByText('Ship it').waitFor();
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect.poll(() => steps.allInnerTexts(), { timeout: 20_000 }).toHaveLength(3);
  const texts = await steps.allInnerTexts();
  expect(texts[1]).toMatch(/HIGH|CRITICAL|MEDIUM/);
  expect(texts[1]).toContain('after look');
  expect(texts[1]).toContain('rm -rf ./dist');
  expect(texts[2]).toContain('ask a person: "Ship?"');
  await expectAccessible(page, 'approval-workflow');
  await deny(page);
}, 90_000);

test('the card shows where a webhook goes, and what it carries', async () => {
  const { agent, page } = await start();
  const config = {
    url: 'https://hooks.example.com/in/{{room}}',
    headers: { 'x-key': 'sent-with-it' },
    payload: { text: 'Hello {{who}}' },
  };
  const stored = ask(agent, 'create_action', { actionType: 'webhook', name: 'Tell the team', config });
  await page.getByRole('region', { name: 'Request' }).getByText('hooks.example.com').waitFor();
  await press(page, 'Allow once');
  const { actionId } = (await stored).structuredContent as { actionId: string };
  const variables = { room: 'ops', who: '<i>you</i>' };
  void ask(agent, 'trigger_webhook', { webhookId: actionId, variables });
  await page.getByRole('heading', { name: 'Send a webhook' }).waitFor();
  const request = page.getByRole('region', { name: 'Request' });
  await request.getByText('https://hooks.example.com/in/ops').waitFor();
  await request.getByText('Hello <i>you</i>').waitFor();
  // An agent may have written it: the person who allows the request sees all that is sent.
  await request.getByText('x-key: sent-with-it').waitFor();
  await expectAccessible(page, 'approval-webhook');
  await deny(page);
}, 60_000);

test('the card of a remote command shows the machine, its key, and a risk for each command', async () => {
  const { serve, agent, page } = await start();
  const mine = ['box', '--for', 'token:first'];
  const address = ['--hostname', '127.0.0.1', '--ssh-port', String(sshd.port), '--identity', sshd.identity];
  await toolgate(serve, 'hosts', 'add', ...mine, ...address);
  await toolgate(serve, 'hosts', 'trust', ...mine, '--fingerprint', sshd.fingerprint);
  const command = 'uptime && rm -rf /srv/old';
  void ask(agent, 'acp_remote_execute_command', { host: 'box', command, cwd: '/srv' });
  const machine = page.getByRole('region', { name: 'Host box' });
  await machine.getByText(sshd.fingerprint).waitFor();
  expect(await machine.textContent()).toMatch(/\w+@127\.0\.0\.1:\d+/);
  const parts = page.getByRole('list', { name: 'Commands' }).getByRole('listitem');
  expect(await parts.count()).toBe(2);
  expect((await parts.allInnerTexts())[1]).toContain('rm -rf /srv/old');
  await page.getByRole('region', { name: 'Command' }).getByText('in /srv').waitFor();
  await expectAccessible(page, 'approval-remote');
  await deny(page);
}, 60_000);

test('a tool whose name and description are markup is shown as text, and breaks nothing', async () => {
  const { serve, agent, page } = await start();
  const hostile = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  const text = `${hostile} \u202eevil\u202c \u001b[31mred`;
  const made = ask(agent, 'create_workflow', {
    name: `Tidy ${hostile}`.slice(0, 100),
    description: text,
    steps: [{ stepId: 'a', name: hostile, command: 'touch tidy.txt' }],
  });
  await press(page, 'Allow once');
  const { workflowId } = (await made).structuredContent as { workflowId: string };
  await toolgate(serve, 'workflows', 'expose', workflowId, '--as', 'tidy_up');
  const called = ask(agent, 'tidy_up', {});
  await page.getByRole('article').getByText('tidy_up', { exact: true }).waitFor();
  await page.getByRole('article').getByText('onerror').first().waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await page.title()).toBe('(1) Toolgate');
  await deny(page);
  expect((await called).isError).toBe(true);
}, 60_000);
