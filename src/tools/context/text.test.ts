import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

const FILES = {
  'package.json': { name: 'text' },
  'src/box.ts': `import { type A, b as c } from './other.js';
export * from './other.js';
export default async function make(size: number, name?: string): Promise<void> { if (size) c(); }
export abstract class Box extends Base implements A {
  private static count: number = 0;
  protected async open(...keys: string[]): Promise<boolean> { return keys.length > 0 || false; }
}
`,
  'src/other.ts': 'export type A = 1;\nexport const b = () => 1;\n',
};

const textOf = (answer: unknown): string => {
  const { content } = answer as { content: { type: string; text: string }[] };
  return content.map(({ text }) => text).join('\n');
};

test('the analysis of a file reads as text, with every fact of the data', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(root, FILES);
  const answer = await call('context_analyze_code', { path: 'src/box.ts' });
  const { path, lastModified } = dataOf(answer);
  const shown = textOf(answer).replace(String(path), 'PATH').replace(String(lastModified), 'TIME');
  expect(shown).toMatchInlineSnapshot(`
    "PATH (typescript), changed TIME
    7 lines, 7 with code, 0 with comments; complexity 4
    Imports:
      1 static ./other.js: A, b as c
      2 static ./other.js: *
    Exports:
      everything from ./other.js
      default (function) called make here
      Box (class)
    Functions:
      3:31-3 async function make(size: number, name?: string): Promise<void>, complexity 2
    Classes:
      4:23-7 class Box extends Base implements A
        5 private static property count: number
        6:19-6 protected async method open(...keys: string[]): Promise<boolean>, complexity 2
    [syntax, complete]"
  `);
});

test('one is not counted as many, and nothing is said of a list that is empty', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(root, FILES);
  const ask = async (tool: string, args: Record<string, unknown>) => textOf(await call(tool, args));
  expect(await ask('context_get_dependencies', { path: 'src/other.ts', dependents: 'direct' })).toMatch(
    /other\.ts imports nothing\.\nImported by 1 file:\n/,
  );
  expect(await ask('context_get_dependencies', { path: 'src/box.ts', dependents: 'direct' })).toContain(
    'Imported by no file\n',
  );
  expect(await ask('context_find_references', { symbol: 'nowhereAtAll' })).toMatch(
    /^No reference to nowhereAtAll found\n/,
  );
  expect(await ask('context_diagnostics', { path: 'src/other.ts' })).toMatch(
    /0 errors, 0 warnings in 1 file\n/,
  );
});

test('a column is the same one in every tool, in UTF-16 units', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { 'a.ts': "const face = '😀'; export const area = 1;\n" });
  const { matches } = dataOf(await call('search_text', { query: 'area', path: 'a.ts' }));
  const { symbols } = dataOf(await call('context_get_symbols', { path: 'a.ts' }));
  const { references } = dataOf(await call('context_find_references', { symbol: 'area', path: 'a.ts' }));
  expect(matches).toMatchObject([{ column: 33 }]);
  expect(symbols).toMatchObject([{ name: 'face' }, { name: 'area', column: 33 }]);
  expect(references).toMatchObject([{ column: 33 }]);
});

test('of a Vue file the answer says that its script was read, where references in it are shown', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'src/area.ts': 'export const area = () => 1;\n',
    'src/App.vue':
      '<template>{{ area() }}</template>\n<script setup lang="ts">\nimport { area } from "./area";\narea();\n</script>\n',
  });
  const found = dataOf(await call('context_find_references', { symbol: 'area', path: 'src/area.ts' }));
  expect(found).toMatchObject({
    references: [{ file: 'src/App.vue' }, { file: 'src/App.vue' }, { file: 'src/area.ts' }],
    complete: false,
  });
  expect(found.reason).toBe(
    'Of src/App.vue only the script is read, not the template; typescript by itself reads no Vue or Svelte files, and 1 of them may hold the name',
  );
});
