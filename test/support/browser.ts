import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { type Place, type Serve, toolgate } from './http.ts';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** One real Chromium for all tests of a file. */
export function browserForFile(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGUMENTS });
  }, 60_000);
  afterAll(() => browser?.close());
  return () => {
    if (!browser) throw new Error('The browser is started before the tests, not while they are collected');
    return browser;
  };
}

/** The link that `toolgate open` prints. */
export const pageLinkOf = async (place: Place): Promise<string> => (await toolgate(place, 'open')).trim();

interface OpenOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
}

/** A browser of a person who opened the link; every error of the page fails the test. */
export async function openPage(
  browser: Browser,
  serve: Serve,
  path = '/approvals',
  { theme = 'light', width = 1280 }: OpenOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width, height: 860 },
    // A colour on its way to another one is no colour to judge.
    reducedMotion: 'reduce',
  });
  onTestFinished(() => context.close());
  const page = await newTab(context);
  await page.goto(await pageLinkOf(serve));
  if (path !== '/approvals') await page.goto(`${serve.address}${path}`);
  return page;
}

export async function newTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // A host that was stopped on purpose does not answer; that is said on the page.
    if (message.type() === 'error' && !/ERR_CONNECTION|Failed to load resource/.test(message.text()))
      problems.push(message.text());
  });
  onTestFinished(() => expect(problems).toEqual([]));
  return page;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds wrong with what is shown now, in words. */
async function violationsOf(page: Page): Promise<string[]> {
  // Through the debugger, which the page's own policy does not stop.
  await page.evaluate(AXE);
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(TAGS)} }).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/** Keeps a picture of what is shown, for people to look at. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = join(import.meta.dirname, '../../artifacts/page');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The same screen in both themes and at phone width: no violation, no sideways scrolling, and pictures of it. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(`document.documentElement.classList.toggle('dark', ${theme === 'dark'})`);
    await picture(page, `${name}-${theme}`);
    expect(await violationsOf(page)).toEqual([]);
  }
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, `${name}-phone`);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  if (size) await page.setViewportSize(size);
}
