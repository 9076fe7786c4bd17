import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile, expectAccessible, openPage } from '../support/browser.ts';
import { startServe } from '../support/http.ts';
import { sharedSshd, writeSshConfig } from '../support/ssh/remote-host.ts';

const browser = browserForFile();
const sshd = await sharedSshd();

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

test('a host is trusted after its key is compared, tried, looked into and forgotten', async () => {
  const config = writeSshConfig(sshd, { box: {} }, { known: [] });
  const serve = await startServe({ args: [], env: { TOOLGATE_SSH_CONFIG: config.file } });
  const page = await openPage(browser(), serve, '/hosts');
  await page.getByText('not trusted yet').waitFor();
  await press(page, 'Test box');
  await page.getByRole('alert').getByText(sshd.fingerprint).first().waitFor();
  expect(readFileSync(config.knownHosts, 'utf8')).toBe('');
  await press(page, 'Trust box');
  await page.getByRole('dialog').getByText(sshd.fingerprint).waitFor();
  await expectAccessible(page, 'hosts-trust');
  await press(page, 'Trust this key');
  await page.getByText('not trusted yet').waitFor({ state: 'detached' });
  expect(readFileSync(config.knownHosts, 'utf8')).toContain(sshd.knownHost.split(' ').at(-1));
  await press(page, 'Test box');
  await page.getByText(/It works: Linux/).waitFor();
  await press(page, 'Files of box');
  // Looking into another machine is asked about like any other call there.
  const allow = page.getByRole('button', { name: 'Allow once', exact: true });
  const files = page.getByRole('list', { name: /^Files in / });
  await allow.or(files).first().waitFor();
  if (await allow.isVisible()) await allow.click();
  await files.waitFor();
  await expectAccessible(page, 'hosts');
  await press(page, 'Forget box');
  await press(page, 'Forget it');
  await page.getByText('not trusted yet').waitFor();
  expect(readFileSync(config.knownHosts, 'utf8')).toBe('');
}, 90_000);

test('a directory is added, read, searched as an agent would, and taken out again', async () => {
  const serve = await startServe({ args: [] });
  writeFileSync(
    join(serve.root, 'notes.md'),
    '# Whales\n\nWhales breathe air. <img src=x onerror=alert(1)>\n',
  );
  const page = await openPage(browser(), serve, '/knowledge');
  await page.getByText('Nothing can be looked up yet').waitFor();
  await expectAccessible(page, 'knowledge-empty');
  await page.getByLabel('File or directory').fill(serve.root);
  await press(page, 'Add');
  await page.getByRole('list', { name: 'Paths of default' }).getByText(serve.root).waitFor();
  await expect
    .poll(
      async () => {
        await page.getByLabel('Question or words').fill('whales breathe');
        await press(page, 'Search');
        return page.getByRole('list', { name: 'Passages' }).getByText('notes.md').count();
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBeGreaterThan(0);
  const found = page.getByRole('list', { name: 'Passages' });
  expect(await found.textContent()).toContain('<img src=x onerror=alert(1)>');
  expect(await found.locator('img').count()).toBe(0);
  await expectAccessible(page, 'knowledge');
  await press(page, 'Drop default');
  await press(page, 'Drop collection');
  await page.getByText('Nothing can be looked up yet').waitFor();
}, 90_000);
