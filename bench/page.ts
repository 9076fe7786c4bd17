// `node bench/page.ts`: how much script the page loads first, how soon its approvals can be used on a slow processor,
// and how soon a card is there once an agent asks. Prints a page of Markdown and writes it to bench/page.md.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { createHttpClient } from './harness/http-client.ts';
import { median } from './harness/statistics.ts';
import { BIN, startServe } from './harness/toolgate.ts';
import { createWorkspace } from './harness/workspace.ts';

const ROUNDS = 5;
const SLOWED = 4;
const LIMITS = { kilobytes: 180, usableMs: 1500, cardMs: 300 };

const workspace = await createWorkspace();
const dataDir = workspace.dataDir('page');
const serve = await startServe(workspace, dataDir, { TOOLGATE_APPROVALS_WAIT_MS: '60000' });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  // A first load has nothing that was kept by an earlier one.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(linkToPage());
  const cards = await measureCards(page);
  const { usable, busy, bytes } = await measureLoads(context);
  const again = await browser.newContext();
  await keepPage(again);
  const { usable: usableAgain } = await measureLoads(again);
  const text = report([
    [
      'first load of /approvals, JavaScript (gzip)',
      `${(bytes / 1000).toFixed(1)} kB`,
      `${LIMITS.kilobytes} kB`,
    ],
    [
      `approvals usable on the clock, processor slowed ${SLOWED} times (median of ${ROUNDS})`,
      ms(usable),
      ms(LIMITS.usableMs),
    ],
    ['processor time of its main thread until then, whatever else runs', ms(busy), ms(LIMITS.usableMs)],
    ['on the clock again, with the page kept by its service worker', ms(usableAgain), ms(LIMITS.usableMs)],
    [`card shown after the agent asks (median of ${ROUNDS})`, ms(cards), ms(LIMITS.cardMs)],
  ]);
  console.log(text);
  writeFileSync(join(import.meta.dirname, 'page.md'), text);
} finally {
  await browser.close();
  await serve.close();
  await workspace.close();
}

function linkToPage(): string {
  const args = [BIN, 'open', '--data-dir', dataDir];
  return execFileSync(process.execPath, args, { env: workspace.env, encoding: 'utf8' }).trim();
}

/** Opens the page once, so that its service worker is there for the next time. */
async function keepPage(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(linkToPage());
  await page.evaluate('navigator.serviceWorker.ready');
  await page.reload();
  await page.getByText('Nothing waits for you').waitFor();
  await page.close();
}

/** From the agent's call to its card, over the stream that is open. */
async function measureCards(page: Page): Promise<number> {
  const agent = createHttpClient(serve);
  const times: number[] = [];
  await page.getByText('Nothing waits for you').waitFor();
  for (let round = 0; round < ROUNDS; round++) {
    const path = join(workspace.project, `new-${round}.txt`);
    const startedAt = performance.now();
    const asked = agent
      .request('tools/call', { name: 'write_file', arguments: { path, content: 'x' } })
      .catch(() => undefined);
    const deny = page.getByRole('button', { name: 'Deny', exact: true });
    await deny.waitFor();
    times.push(performance.now() - startedAt);
    await deny.click();
    await asked;
    await page.getByText('Nothing waits for you').waitFor();
  }
  await agent.close();
  return median(times);
}

/** Fresh tabs without a cache: what they load, and when the list of approvals stands there. */
async function measureLoads(
  context: BrowserContext,
): Promise<{ usable: number; busy: number; bytes: number }> {
  const times: number[] = [];
  const busy: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const page = await context.newPage();
    const debug = await context.newCDPSession(page);
    await debug.send('Network.setCacheDisabled', { cacheDisabled: true });
    await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
    const startedAt = performance.now();
    await page.goto(`${serve.url}/approvals`);
    await page.getByText('Nothing waits for you').waitFor();
    times.push(performance.now() - startedAt);
    const { metrics } = await debug.send('Performance.getMetrics');
    busy.push(1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0));
    bytes = await page.evaluate(
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    await page.close();
  }
  return { usable: median(times), busy: median(busy), bytes };
}

/** What is on the clock says little where others use the machine as well. */
function machine(): string {
  return `The machine had ${availableParallelism()} processors and a load of ${Math.round(loadavg()[0] ?? 0)} meanwhile.`;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

function report(rows: readonly (readonly [string, string, string])[]): string {
  const lines = rows.map(([what, measured, limit]) => `- ${what}: ${measured} (at most ${limit})`);
  return `# The page\n\nMeasured with \`node bench/page.ts\` in a real Chromium against the built program. ${machine()}\n\n${lines.join('\n')}\n`;
}
