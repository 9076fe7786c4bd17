import { cpSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from './support/host.ts';
import { startTypescript } from './support/typescript-references.ts';
import { writeFiles } from './support/write-files.ts';

type Place = { file: string; line: number; column: number; container?: string };

const placesOf = (data: Record<string, unknown>): string[] =>
  (data.references as Place[]).map(({ file, line, column }) => `${file}:${line}:${column}`);

/** A package that ships its sources: 330 files, with barrels, namespaces, and types and values of the same name. */
function unpackZod(root: string): void {
  const source = join(dirname(createRequire(import.meta.url).resolve('zod/package.json')), 'src');
  if (!existsSync(source)) throw new Error(`${source} is not there`);
  cpSync(source, join(root, 'src'), { recursive: true });
  writeFiles(root, {
    'tsconfig.json': {
      compilerOptions: {
        ...{
          module: 'nodenext',
          target: 'es2022',
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          types: [],
        },
        paths: { zod: ['./src/index.ts'], 'zod/*': ['./src/*'] },
      },
      include: ['src'],
    },
  });
}

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

const EXPORTED = [
  ['finalizeIssue', 'src/v4/core/util.ts'],
  ['$ZodRegistry', 'src/v4/core/registries.ts'],
  ['toJSONSchema', 'src/v4/core/json-schema-processors.ts'],
  ['flattenError', 'src/v4/core/errors.ts'],
  ['ParseStatus', 'src/v3/helpers/parseUtil.ts'],
  ['ZodError', 'src/v3/ZodError.ts'],
  ['ZodIssueCode', 'src/v3/ZodError.ts'],
] as const;
const MEMBERS = [
  ['ZodError.flatten', 'src/v3/ZodError.ts'],
  ['ParseStatus.dirty', 'src/v3/helpers/parseUtil.ts'],
  ['ZodType._parse', 'src/v3/types.ts'],
] as const;

test('references of ten symbols are those of TypeScript, members and re-exports among them', async () => {
  const { call, root } = createTestHost({ outputBudgetBytes: 50_000_000 });
  unpackZod(root);
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
}, 120_000);

test('without a language server the import graph reaches 0.99 on exported symbols, and says what it doubts', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' }, outputBudgetBytes: 50_000_000 });
  unpackZod(root);
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
}, 120_000);
