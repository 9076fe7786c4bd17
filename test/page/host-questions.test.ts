import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserForFile, expectAccessible, openPage } from '../support/browser.ts';
import { startServe } from '../support/http.ts';
import { callTool } from '../support/mcp-http.ts';
import { sharedSshd, writeSshConfig } from '../support/ssh/remote-host.ts';
import { makeKey } from '../support/ssh/sshd.ts';

const browser = browserForFile();
const sshd = await sharedSshd();

test('a passphrase is typed on the page; the agent that needed it never sees it', async () => {
  const key = join(sshd.directory, 'page-key');
  makeKey(key, 'ed25519', 'open sesame');
  appendFileSync(join(sshd.directory, 'authorized_keys'), readFileSync(`${key}.pub`));
  const { file } = writeSshConfig(sshd, { box: { identity: key } });
  const serve = await startServe({
    args: ['--pack', 'remote,gate', '--mode', 'full_access'],
    env: { TOOLGATE_SSH_CONFIG: file, TOOLGATE_REMOTE_SSH_CONFIG_USERS: '*' },
  });
  const page = await openPage(browser(), serve, '/hosts');
  const call = callTool(serve, 'acp_remote_execute_command', { host: 'box', command: 'echo in' });
  const field = page.getByLabel(/^Enter passphrase for key/);
  await field.waitFor();
  expect(await field.getAttribute('type')).toBe('password');
  await expectAccessible(page, 'host-questions');
  await field.fill('open sesame');
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  const { messages } = await call;
  expect(JSON.stringify(messages)).toContain('"stdout":"in\\n"');
  expect(JSON.stringify(messages)).not.toMatch(/sesame|elicitation/);
  await field.waitFor({ state: 'detached' });
  const audit = await callTool(serve, 'query_audit', {});
  expect(JSON.stringify(audit.messages)).not.toContain('sesame');
  expect(serve.stderr()).not.toContain('sesame');
  await serve.stop();
  expect(spawnSync('grep', ['-rlaF', 'sesame', serve.dataDir], { encoding: 'utf8' }).stdout).toBe('');
}, 90_000);
