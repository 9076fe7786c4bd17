import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { reportError, ToolError } from '../../src/core/errors.ts';
import { linksIn, PAGES, ROOT, readPage } from './pages.ts';

test('every link leads to a file', () => {
  const broken = [...PAGES, 'ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap((page) =>
    linksIn(readPage(page))
      .filter((target) => !existsSync(resolve(ROOT, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('the README is short, and each of its five points leads to a test or a benchmark', () => {
  const text = readPage('README.md');
  expect(text.split('\n').length).toBeLessThanOrEqual(250);
  const points = text.match(/^\d\. .+$/gm) ?? [];
  expect(points).toHaveLength(5);
  for (const point of points) {
    const links = linksIn(point).filter((target) => /^bench\/|^test\/|\.test\.ts$/.test(target));
    expect(links, point).not.toEqual([]);
  }
});

test('the README leads to every page a reader needs', () => {
  const names =
    'getting-started permissions clients http workflows remote knowledge assistant troubleshooting library';
  const needed = [...names.split(' ').map((name) => `docs/${name}.md`), 'SECURITY.md', 'ARCHITECTURE.md'];
  expect(linksIn(readPage('README.md'))).toEqual(expect.arrayContaining(needed));
});

/** From the one table of them, whose names are types and gone when the program runs. */
const codes = [
  ...readFileSync(join(ROOT, 'src/core/errors.ts'), 'utf8').matchAll(/^ {2}([A-Z_]+): \{ jsonrpcCode/gm),
].map(([, code]) => String(code));

test('every error code is explained, and no other; what may be tried again is said as the program says it', () => {
  expect(codes.length).toBeGreaterThan(15);
  const rows = [
    ...readPage('docs/troubleshooting.md').matchAll(/^\| `([A-Z_]+)` \| .+ \| .+ \| (yes|no) \|$/gm),
  ].map(([, code, again]) => [code, again]);
  const expected = codes.map((code) => [
    code,
    reportError(new ToolError(code as ToolError['code'], '')).retryable ? 'yes' : 'no',
  ]);
  expect(rows).toEqual(expected);
});

test('the pictures of the README are there, and the recording names no place of the machine it was made on', () => {
  const images = linksIn(readPage('README.md')).filter((target) => target.startsWith('docs/images/'));
  expect(images).toEqual(['docs/images/approvals.png', 'docs/images/terminal.svg']);
  const svg = readFileSync(join(ROOT, 'docs/images/terminal.svg'), 'utf8');
  expect(svg.length).toBeLessThan(100_000);
  expect(svg).toContain('@keyframes');
  expect(svg).not.toMatch(/\/(home|work|root)\//);
});
