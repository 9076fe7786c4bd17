import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, expectAccessible, openPage } from '../support/browser.ts';
import { openEvents } from '../support/event-stream.ts';
import { createToken, type Serve, startServe } from '../support/http.ts';
import { callTool } from '../support/mcp-http.ts';
import { startSshdWithCode } from '../support/ssh/one-time-code.ts';
import { sharedSshd, writeSshConfig } from '../support/ssh/remote-host.ts';
import { makeKey } from '../support/ssh/sshd.ts';

const browser = browserForFile();
const sshd = await sharedSshd();

/** Answers in the page what ssh asks, and is done when the question is gone. */
async function answerOnPage(page: Page, asked: RegExp, secret: string, picture: string): Promise<void> {
  const field = page.getByLabel(asked);
  await field.waitFor();
  expect(await field.getAttribute('type')).toBe('password');
  await expectAccessible(page, picture);
  await field.fill(secret);
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await field.waitFor({ state: 'detached' });
}

const start = (sshConfig: string) =>
  startServe({
    args: ['--pack', 'remote,gate', '--mode', 'full_access'],
    env: { TOOLGATE_SSH_CONFIG: sshConfig, TOOLGATE_REMOTE_SSH_CONFIG_USERS: '*' },
  });

/** A call that needs an answer of a person, with everything that is told meanwhile. */
async function callAnswered(serve: Serve, secret: string, answer: () => Promise<void>): Promise<void> {
  const events = await openEvents(serve, await createToken(serve, 'watcher', '--scope', 'admin'));
  const call = callTool(serve, 'acp_remote_execute_command', { host: 'box', command: 'echo in' });
  await answer();
  const { messages } = await call;
  expect(JSON.stringify(messages)).toContain('"stdout":"in\\n"');
  expect(JSON.stringify(messages)).not.toContain('elicitation');
  const audit = await callTool(serve, 'query_audit', {});
  await events.next('call.finished');
  for (const seen of [messages, audit.messages, events.events, serve.stderr()])
    expect(JSON.stringify(seen)).not.toContain(secret);
  await serve.stop();
  expect(spawnSync('grep', ['-rlaF', secret, serve.dataDir], { encoding: 'utf8' }).stdout).toBe('');
}

test('a passphrase is typed on the page; the agent that needed it never sees it', async () => {
  const key = join(sshd.directory, 'page-key');
  makeKey(key, 'ed25519', 'open sesame');
  appendFileSync(join(sshd.directory, 'authorized_keys'), readFileSync(`${key}.pub`));
  const serve = await start(writeSshConfig(sshd, { box: { identity: key } }).file);
  const page = await openPage(browser(), serve, '/hosts');
  await callAnswered(serve, 'sesame', () =>
    answerOnPage(page, /^Enter passphrase for key/, 'open sesame', 'host-questions'),
  );
}, 90_000);

test('so is a one-time code, which is shown to nobody either', async () => {
  const { sshd: own, user, code } = await startSshdWithCode('page');
  const serve = await start(writeSshConfig(own, { box: { user } }).file);
  const page = await openPage(browser(), serve, '/hosts');
  await callAnswered(serve, code, () => answerOnPage(page, /Password:/, code, 'host-code'));
}, 90_000);
