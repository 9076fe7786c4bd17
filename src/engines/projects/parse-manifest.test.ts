import { expect, test } from 'vitest';
import { parseYamlManifest } from './parse-manifest.ts';

test.each([
  '"',
  "'",
  '!',
  '&',
  '*',
  ']',
  '}',
  '[',
  '{',
  '- ',
  '? ',
  ': ',
  '\n',
  '" ',
  '!a ',
  '&a ',
  '*a ',
  '%',
  '|',
  'a ',
])('a manifest of nothing but %j holds nobody up', (part) => {
  const start = performance.now();
  for (const bytes of [9_000, 200_000, 4_000_000])
    try {
      parseYamlManifest(part.repeat(bytes / part.length), 'pnpm-workspace.yaml');
    } catch {}
  expect(performance.now() - start).toBeLessThan(2000);
});

test('a workspace of many packages is read', () => {
  const packages = Array.from({ length: 1000 }, (_, i) => `  - 'packages/p${i}'`);
  const text = [
    'packages:',
    ...packages,
    'catalog:',
    ...packages.map((_, i) => `  "@a/b${i}": ^1.0.${i}`),
  ].join('\n');
  expect(parseYamlManifest(text, 'pnpm-workspace.yaml').packages).toHaveLength(1000);
});
