import { expect, test } from 'vitest';
import { createTestHost, dataOf } from './support/host.ts';
import { REFERENCE_FORMS } from './support/reference-forms.ts';
import { startTypescript } from './support/typescript-references.ts';
import { writeFiles } from './support/write-files.ts';

type Place = { file: string; line: number; column: number };
type Found = Place & { name: string; container?: string };

const keyOf = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;

/** What goes out of a module of Node without a statement for it, and comes in by `require`: TypeScript does not follow it. */
const NOT_FOLLOWED: Readonly<Record<string, readonly string[]>> = {
  'src/common.js:1 one': ['src/use-common.js:1:9', 'src/use-common.js:1:49'],
  'src/common.js:2 two': ['src/use-common.js:1:14', 'src/use-common.js:1:19', 'src/use-common.js:1:53'],
};

/** Every definition of the project, asked for by file and line, next to what TypeScript answers for it. */
async function compareAll(settings: Record<string, unknown>) {
  const { call, root } = createTestHost(settings);
  writeFiles(root, REFERENCE_FORMS);
  const typescript = await startTypescript(root);
  const compared = [];
  for (const file of Object.keys(REFERENCE_FORMS).filter((name) => !name.endsWith('.json'))) {
    const { symbols } = dataOf(await call('context_get_symbols', { path: file }));
    for (const { name, line } of symbols as Found[]) {
      // What adds to a module has its path for a name: that is a file, not a symbol.
      if (name.startsWith('.')) continue;
      const data = dataOf(
        await call('context_find_references', { symbol: name, path: file, line, limit: 5000 }),
      );
      const symbol = `${file}:${line} ${name}`;
      const truth = new Set<string>(NOT_FOLLOWED[symbol]);
      for (const definition of data.definitions as Place[])
        for (const place of await typescript(definition)) truth.add(place);
      compared.push({
        symbol,
        complete: data.complete,
        found: (data.references as Place[]).map(keyOf).sort(),
        truth: [...truth].sort(),
      });
    }
  }
  return compared;
}

test('every form of a reference is found as TypeScript finds it', async () => {
  for (const { truth, ...mine } of await compareAll({}))
    expect(mine).toEqual({ symbol: mine.symbol, complete: true, found: truth });
}, 240_000);

test('without a language server, what calls itself complete is', async () => {
  const compared = await compareAll({ code: { languageServers: 'off' } });
  const complete = compared.filter((one) => one.complete);
  for (const { symbol, found, truth } of complete)
    expect({ symbol, found }).toEqual({ symbol, found: truth });
  expect(complete.length).toBeGreaterThan(40);
}, 240_000);

test('a namespace of const enums is used as a value, which TypeScript leaves out of its references', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(root, {
    'kinds.ts': 'export namespace Kinds { export const enum Kind { A } }\n',
    'use.ts': "import { Kinds } from './kinds';\nexport const kind: Kinds.Kind = Kinds.Kind.A;\n",
  });
  const data = dataOf(await call('context_find_references', { symbol: 'Kinds', path: 'kinds.ts' }));
  expect((data.references as Place[]).map(keyOf)).toEqual([
    ...['kinds.ts:1:18', 'use.ts:1:10', 'use.ts:2:20', 'use.ts:2:33'],
  ]);
  expect(data.complete).toBe(true);
});
