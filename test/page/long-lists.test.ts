import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { configSchema } from '../../src/core/config.ts';
import { createLog } from '../../src/core/log.ts';
import { openRecord } from '../../src/host/open-record.ts';
import { browserForFile, openPage } from '../support/browser.ts';
import { type Place, startServe } from '../support/http.ts';

const browser = browserForFile();
const CALLS = 5000;

/** A record of many calls, as a host would have written it: two entries for each. */
function writeRecord({ dataDir, home }: Place): void {
  const log = createLog({ level: 'silent', format: 'json', write: () => {} });
  const { audit: settings } = configSchema.parse({});
  const audit = openRecord({ path: join(dataDir, 'audit.db'), dataDir, env: { HOME: home }, settings, log });
  for (let i = 1; i <= CALLS; i++) {
    const call = { principal: 'token:busy', client: 'busy', session: 's', tool: 'read_file', risk: 'SAFE' };
    const { seq } = audit.add('intent', `call-${i}`, { ...call, args: { path: `/f/${i}` } });
    audit.add('outcome', `call-${i}`, { intent: seq, ok: true, durationMs: i % 90 });
  }
  audit.settle();
  audit.close();
}

const rowsIn = async (page: Page, name: string): Promise<number> =>
  page.getByRole('list', { name }).getByRole('listitem').count();

/** With the key that people press for it, until the last row is there. */
const scrollToEnd = (page: Page, name: string, last: number): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.getByRole('list', { name }).press('End');
        return page.locator(`[aria-posinset="${last}"]`).count();
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(1);

test('10,000 entries and 5,000 calls scroll with at most 200 rows in the document', async () => {
  const first = await startServe({ args: [] });
  await first.stop();
  writeRecord(first);
  const serve = await startServe({ args: [], place: first });
  const page = await openPage(browser(), serve, '/audit');
  await page.getByText('10,000 entries, the newest first').waitFor();
  expect(await rowsIn(page, 'Entries of the record')).toBeLessThanOrEqual(200);
  await scrollToEnd(page, 'Entries of the record', 10_000);
  expect(await rowsIn(page, 'Entries of the record')).toBeLessThanOrEqual(200);
  await page.goto(`${serve.address}/activity`);
  await page.getByText('5,000 calls').waitFor();
  expect(await rowsIn(page, 'Calls')).toBeLessThanOrEqual(200);
  await scrollToEnd(page, 'Calls', 5000);
  expect(await rowsIn(page, 'Calls')).toBeLessThanOrEqual(200);
}, 90_000);
