import { expect, test } from 'vitest';
import { createTestHost, dataOf } from './support/host.ts';
import { unpackSources } from './support/source-tree.ts';
import { startTypescript } from './support/typescript-references.ts';

type Place = { file: string; line: number; column: number; container?: string };

const placesOf = (data: Record<string, unknown>): string[] =>
  (data.references as Place[]).map(({ file, line, column }) => `${file}:${line}:${column}`);

/** A value and a type can have one name, and a function several declarations: all of them are meant. */
async function truthOf(
  { definitions }: Record<string, unknown>,
  typescript: (place: Place) => Promise<string[]>,
): Promise<string[]> {
  const found: string[][] = [];
  for (const definition of definitions as Place[]) found.push(await typescript(definition));
  if (found.length === 0) throw new Error('There is no definition');
  return [...new Set(found.flat())];
}

/** What they are good for: each reaches its uses in another way. */
const EXPORTED = [
  // Through barrels of several packages, found by path mapping.
  ['asSchema', 'packages/@ai-sdk/provider-utils/src/schema.ts'],
  // Imported as a type only.
  ['LanguageModelV4', 'packages/@ai-sdk/provider/src/language-model/v4/language-model-v4.ts'],
  // Through namespaces, some of them nested.
  ['finalizeIssue', 'packages/zod/src/v4/core/util.ts'],
  // A default export, passed on under its name.
  ['ValidationError', 'packages/ajv/lib/runtime/validation_error.ts'],
  // Packages of a workspace, linked in node_modules.
  ['QueryClient', 'packages/@tanstack/query-core/src/queryClient.ts'],
  // A value and a type of one name.
  ['ZodIssueCode', 'packages/zod/src/v3/ZodError.ts'],
  // Used by hundreds of files.
  ['ToolError', 'packages/toolgate/src/core/errors.ts'],
] as const;
const MEMBERS = [
  ['LanguageModelV4.doGenerate', 'packages/@ai-sdk/provider/src/language-model/v4/language-model-v4.ts'],
  ['QueryClient.fetchQuery', 'packages/@tanstack/query-core/src/queryClient.ts'],
  ['ZodType._parse', 'packages/zod/src/v3/types.ts'],
] as const;

test('references of ten symbols in thousands of files are those of TypeScript', async () => {
  const { call, root } = createTestHost({ outputBudgetBytes: 50_000_000 });
  expect(unpackSources(root)).toBeGreaterThan(3000);
  const typescript = await startTypescript(root);
  for (const [symbol, path] of [...EXPORTED, ...MEMBERS]) {
    const data = dataOf(await call('context_find_references', { symbol, path, limit: 5000 }));
    const expected = await truthOf(data, typescript);
    const found = placesOf(data);
    expect({ symbol, complete: data.complete, found: found.sort() }).toEqual({
      symbol,
      complete: true,
      found: expected.sort(),
    });
  }
}, 300_000);

test('without a language server the import graph reaches 0.99 on exported symbols, and says what it doubts', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' }, outputBudgetBytes: 50_000_000 });
  unpackSources(root);
  const typescript = await startTypescript(root);
  let [right, found, wanted] = [0, 0, 0];
  for (const [symbol, path] of EXPORTED) {
    const data = dataOf(await call('context_find_references', { symbol, path, limit: 5000 }));
    const truth = new Set(await truthOf(data, typescript));
    const places = placesOf(data);
    expect({ symbol, tier: data.tier }).toEqual({ symbol, tier: 'graph' });
    // What calls itself complete is.
    if (data.complete)
      expect({ symbol, places: places.sort() }).toEqual({ symbol, places: [...truth].sort() });
    right += places.filter((place) => truth.has(place)).length;
    found += places.length;
    wanted += truth.size;
  }
  expect(right / found).toBeGreaterThanOrEqual(0.99);
  expect(right / wanted).toBeGreaterThanOrEqual(0.99);
}, 300_000);
