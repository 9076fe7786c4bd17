import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

type Answer = Record<string, unknown> & {
  readonly references: readonly { file: string; line: number; column: number }[];
  readonly definitions: readonly { file: string; line: number }[];
  readonly total: number;
  readonly complete: boolean;
  readonly reason?: string;
};

/** Asks for references in a project of these files. */
function projectOf(files: Record<string, string>) {
  const { call, root } = createTestHost();
  writeFiles(root, files);
  return async (args: Record<string, unknown>) => {
    const { references, definitions, total, complete, reason } = dataOf(
      await call('context_find_references', args),
    ) as Answer;
    return {
      places: references.map((place) => `${place.file}:${place.line}:${place.column}`),
      definitions: definitions.map((one) => `${one.file}:${one.line}`),
      total,
      complete,
      reason,
    };
  };
}

const SHADOWED = {
  'sum.ts': 'export function add(a: number) {\n  return a;\n}\nadd(0);\n',
  'index.ts': "export { add as plus } from './sum';\n",
  'app.tsx':
    "import { add } from './sum';\nimport { plus } from './index';\nadd(1);\nplus(2);\nfunction run() {\n  const add = (x: number) => x;\n  add(3);\n}\nrun();\n",
};

test('a name that several things have is found in all of its uses, in scripts of each kind, under every name', async () => {
  const references = projectOf(SHADOWED);
  expect(await references({ symbol: 'add' })).toEqual({
    definitions: ['app.tsx:6', 'sum.ts:1'],
    places: [
      'app.tsx:1:10',
      'app.tsx:2:10',
      'app.tsx:3:1',
      'app.tsx:4:1',
      'app.tsx:6:9',
      'app.tsx:7:3',
      'index.ts:1:10',
      'index.ts:1:17',
      'sum.ts:1:17',
      'sum.ts:4:1',
    ],
    total: 10,
    complete: true,
    reason: undefined,
  });
});

test('a name that is defined in several languages is found in all of them, and the answer says so', async () => {
  const references = projectOf({
    'a.js': 'function helper() {}\nhelper();\n',
    'b.php': '<?php\nfunction helper() { return 1; }\nhelper();\n',
  });
  expect(await references({ symbol: 'helper' })).toEqual({
    definitions: ['a.js:1', 'b.php:2'],
    places: ['a.js:1:10', 'a.js:2:1', 'b.php:2:10', 'b.php:3:1'],
    total: 4,
    complete: false,
    reason:
      'Matched by name: others of the same name are among them; 2 definitions have this name; name the file of the one that is meant',
  });
});

test('more definitions than a language server is asked about are answered by name, and none is left out', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `f${String(index).padStart(2, '0')}.ts`,
      'export class C {\n  run() {}\n}\nnew C().run();\n',
    ]),
  );
  const answer = await projectOf(files)({ symbol: 'run' });
  expect({ ...answer, definitions: answer.definitions.length, places: answer.places.length }).toEqual({
    definitions: 30,
    places: 60,
    total: 60,
    complete: false,
    reason:
      'Matched by name: others of the same name are among them; 30 definitions have this name; name the file of the one that is meant',
  });
});

test('a name that is written nowhere has no references, and nothing is missing', async () => {
  const references = projectOf(SHADOWED);
  expect(await references({ symbol: 'nowhere' })).toEqual({
    definitions: [],
    places: [],
    total: 0,
    complete: true,
    reason: undefined,
  });
});

test('a line that does not have the name is said, and the uses in every file are given', async () => {
  const answer = await projectOf(SHADOWED)({ symbol: 'add', path: 'sum.ts', line: 99 });
  expect(answer.places).toContain('app.tsx:3:1');
  expect(answer.places).toContain('sum.ts:4:1');
  expect(answer.reason).toContain('There is no add in line 99 of sum.ts');
});

test('all signatures of a function are its definition, and nothing is missing', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'add.ts':
      'export function add(a: number): number;\nexport function add(a: string): string;\nexport function add(a: unknown): unknown { return a; }\n',
    'app.ts': "import { add } from './add';\nadd(1);\n",
  });
  const data = dataOf(await call('context_find_definition', { symbol: 'add', path: 'app.ts', line: 2 }));
  expect(data).toMatchObject({ complete: true, tier: 'graph' });
  expect(data.definitions).toMatchObject([{ line: 1 }, { line: 2 }, { line: 3 }]);
});

test('what goes by another name where it is used is told as what it is', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'models.py': 'class User:\n    def save(self):\n        pass\n',
    'pkg.py': 'from models import User as Account\n',
    'app.py': 'from pkg import Account\nAccount()\n',
  });
  const data = dataOf(await call('context_find_definition', { symbol: 'Account', path: 'app.py' }));
  expect(data.definitions).toMatchObject([
    { file: 'models.py', line: 1, endLine: 3, name: 'User', kind: 'class' },
  ]);
});

test('a name that a module only gives something out as leads to what that is', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'sum.ts': 'function add(a: number) { return a; }\nexport default add;\n',
    'index.ts': "export { default as plus } from './sum';\n",
    'app.ts': "import { plus } from './index';\nplus(1);\n",
  });
  const definition = dataOf(await call('context_find_definition', { symbol: 'plus' }));
  expect(definition).toMatchObject({ definitions: [{ file: 'sum.ts', line: 1, name: 'add' }] });
  const { references } = dataOf(await call('context_find_references', { symbol: 'plus' })) as Answer;
  expect(references.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'app.ts:1',
    'app.ts:2',
    'index.ts:1',
    'index.ts:1',
    'sum.ts:1',
    'sum.ts:2',
  ]);
});
