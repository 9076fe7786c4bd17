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
