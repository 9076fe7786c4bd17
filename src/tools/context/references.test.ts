import { appendFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

type Data = Record<string, unknown>;
type Place = { file: string; line: number; column: number; context: string };

const placesOf = (data: Data): string[] =>
  (data.references as Place[]).map(({ file, line, column }) => `${file}:${line}:${column}`);

const PROJECT = {
  'package.json': { name: 'top', dependencies: { zod: '^4.0.0' }, devDependencies: { vitest: '5.1.0' } },
  'node_modules/zod/package.json': { name: 'zod', version: '4.6.7' },
  'tsconfig.json': { compilerOptions: { module: 'nodenext', paths: { '#shapes/*': ['./src/shapes/*'] } } },
  'src/shapes/area.ts': 'export function area(side: number) { return side; }\nexport const area2 = area;\n',
  'src/shapes/index.ts': "export { area as surface } from './area.js';\nexport * from './area.js';\n",
  'src/main.ts':
    "import { surface, area } from './shapes/index.js';\nimport * as shapes from '#shapes/area.ts';\n" +
    'surface(1);\nfunction inner(area: number) { return area; }\nconsole.log(area(2), shapes.area(3), { area });\n',
  'src/late.ts': "const { area: later } = await import('./shapes/area.js');\nlater(1);\n",
  'packages/kit/package.json': { name: '@top/kit', exports: { '.': { types: './dist/index.d.ts' } } },
  'packages/kit/src/index.ts': 'export const kit = 1;\n',
  'src/uses-kit.ts':
    "import { kit } from '@top/kit';\nimport { z } from 'zod';\nimport { test } from 'vitest';\nimport fs from 'node:fs';\nimport gone from './gone.js';\nkit; z; test; fs; gone;\n",
  'src/circle-a.ts': "import { b } from './circle-b.js';\nexport const a = () => b;\n",
  'src/circle-b.ts': "import { a } from './circle-a.js';\nexport const b = () => a;\n",
};

test('context_find_references follows imports, aliases, path mapping and re-exports, and minds shadows', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(root, PROJECT);
  const data = dataOf(await call('context_find_references', { symbol: 'area', path: 'src/shapes/area.ts' }));
  expect(placesOf(data)).toEqual([
    'src/late.ts:1:9',
    'src/main.ts:1:10',
    'src/main.ts:1:19',
    'src/main.ts:3:1',
    'src/main.ts:5:13',
    'src/main.ts:5:29',
    'src/main.ts:5:40',
    'src/shapes/area.ts:1:17',
    'src/shapes/area.ts:2:22',
    'src/shapes/index.ts:1:10',
    'src/shapes/index.ts:1:18',
  ]);
  expect(data).toMatchObject({
    tier: 'graph',
    complete: true,
    total: 11,
    files: 4,
    truncated: false,
    definitions: [{ file: 'src/shapes/area.ts', line: 1, column: 17, kind: 'function' }],
  });
  const few = dataOf(
    await call('context_find_references', { symbol: 'area', path: 'src/shapes/area.ts', limit: 2 }),
  );
  expect([placesOf(few).length, few.total, few.truncated]).toEqual([2, 11, true]);
});

test('default exports go by any name, and this in a static method is the class', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(root, {
    'foo.ts':
      'export default class Foo {\n  static all = 1;\n  static get() {\n    return [this.all, () => this];\n  }\n}\n',
    're.ts': "export { default as Foo, default as Bar } from './foo.js';\n",
    'use.ts':
      "import { Bar } from './re.js';\nimport Own, { default as Other } from './foo.js';\nBar; Own; Other;\n",
    'lost.ts': "import { Foo } from './nowhere.js';\nimport { get } from 'foreign';\n",
    'package.json': { dependencies: { foreign: '1' } },
  });
  const data = dataOf(await call('context_find_references', { symbol: 'Foo', path: 'foo.ts' }));
  expect(placesOf(data)).toEqual([
    ...['foo.ts:1:22', 'foo.ts:4:13', 're.ts:1:10', 're.ts:1:21', 're.ts:1:26', 're.ts:1:37'],
    ...['use.ts:1:10', 'use.ts:2:8', 'use.ts:2:15', 'use.ts:2:26', 'use.ts:3:1', 'use.ts:3:6', 'use.ts:3:11'],
  ]);
  // What leads nowhere, and a foreign package that is not installed, cannot mean it.
  expect(data).toMatchObject({ tier: 'graph', complete: true });
});

test('what changes on disk is known to the next call', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(root, PROJECT);
  const count = async () =>
    dataOf(await call('context_find_references', { symbol: 'kit', path: 'packages/kit/src/index.ts' })).total;
  expect(await count()).toBe(3);
  appendFileSync(join(root, 'src/uses-kit.ts'), 'kit;\n');
  expect(await count()).toBe(4);
  writeFileSync(join(root, 'src/new.ts'), "import { kit } from '@top/kit';\nkit;\n");
  expect(await count()).toBe(6);
  rmSync(join(root, 'src/uses-kit.ts'));
  expect(await count()).toBe(3);
});

test('context_find_definition follows a use to its definition, and tells all that have the name', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(root, PROJECT);
  const find = async (args: object) => dataOf(await call('context_find_definition', args));
  expect(await find({ symbol: 'surface', path: 'src/main.ts', line: 3 })).toMatchObject({
    definitions: [{ file: 'src/shapes/area.ts', line: 1, column: 17, name: 'area' }],
    tier: 'graph',
    complete: true,
  });
  expect(await find({ symbol: 'kit' })).toMatchObject({
    definitions: [{ file: 'packages/kit/src/index.ts' }],
  });
  expect(await find({ symbol: 'nothing' })).toMatchObject({ definitions: [] });
});

test('context_get_dependencies tells files, packages with versions, built-ins, dependents and circles', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(root, PROJECT);
  const data = dataOf(await call('context_get_dependencies', { path: 'src/uses-kit.ts' }));
  expect(data.dependencies).toEqual([
    { name: 'packages/kit/src/index.ts', type: 'local', module: '@top/kit', names: ['kit'], line: 1 },
    {
      name: 'zod',
      type: 'external',
      version: '4.6.7',
      declared: '^4.0.0',
      installed: '4.6.7',
      module: 'zod',
      names: ['z'],
      line: 2,
    },
    {
      name: 'vitest',
      type: 'external',
      version: '5.1.0',
      declared: '5.1.0',
      dev: true,
      module: 'vitest',
      names: ['test'],
      line: 3,
    },
    { name: 'fs', type: 'builtin', module: 'node:fs', names: ['default'], line: 4 },
    { name: './gone.js', type: 'unresolved', module: './gone.js', names: ['default'], line: 5 },
  ]);
  expect(data).toMatchObject({ complete: false, reason: 'Nothing was found for ./gone.js' });
  const area = dataOf(
    await call('context_get_dependencies', { path: 'src/shapes/area.ts', dependents: 'all' }),
  );
  expect((area.dependents as { file: string }[]).map(({ file }) => file)).toEqual([
    'src/late.ts',
    'src/main.ts',
    'src/shapes/index.ts',
  ]);
  expect(dataOf(await call('context_get_dependencies', { path: 'src/circle-a.ts' }))).toMatchObject({
    cycle: ['src/circle-a.ts', 'src/circle-b.ts'],
  });
});

test('imports of Python, Go and C lead to files, and versions come from their manifests', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(root, {
    'pyproject.toml':
      '[project]\ndependencies = ["requests>=2.0", "PyYAML==6.0"]\n[dependency-groups]\ndev = ["pytest>8"]\n',
    'app/__init__.py': '',
    'app/shapes.py': 'def area(): pass\n',
    'app/main.py':
      'import os\nimport requests\nimport yaml\nimport pytest\nfrom . import shapes\nfrom app.shapes import area\narea()\n',
    'go.mod': 'module example.com/top\n\nrequire (\n\tgithub.com/other/lib v1.2.3\n)\n',
    'kit/kit.go': 'package kit\nfunc Area() {}\n',
    'main.go':
      'package main\nimport (\n"fmt"\n"example.com/top/kit"\n"github.com/other/lib/deep"\n)\nfunc main() { kit.Area(); fmt.Println(deep.X) }\n',
    'c/shape.h': 'int area(int);\n',
    'c/main.c': '#include <stdio.h>\n#include "shape.h"\nint main() { return area(1); }\n',
  });
  const depends = async (path: string) =>
    (dataOf(await call('context_get_dependencies', { path })).dependencies as Data[]).map(
      ({ name, type, version, dev }) =>
        [type, name, version, dev].filter((part) => part !== undefined).join(' '),
    );
  expect(await depends('app/main.py')).toEqual([
    'builtin os',
    'external requests >=2.0',
    'external yaml ==6.0',
    'external pytest >8 true',
    'local app/__init__.py',
    'local app/shapes.py',
  ]);
  expect(await depends('main.go')).toEqual([
    'builtin fmt',
    'local kit',
    'external github.com/other/lib v1.2.3',
  ]);
  expect(await depends('c/main.c')).toEqual(['external stdio.h', 'local c/shape.h']);
  const references = dataOf(await call('context_find_references', { symbol: 'area', path: 'app' }));
  expect(placesOf(references)).toEqual([
    'app/main.py:6:24',
    'app/main.py:7:1',
    'app/shapes.py:1:5',
    'c/main.c:3:21',
    'c/shape.h:1:5',
  ]);
  expect(references).toMatchObject({
    tier: 'syntax',
    complete: false,
    reason: expect.stringContaining('by name'),
  });
});

test('links in a circle, broken and hostile files leave an answer, and what is refused is not shown', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(root, {
    ...PROJECT,
    'src/deep.js': '('.repeat(50_000),
    'src/half.ts': 'import { area } from "./shapes/area.js"\nfoo(',
  });
  symlinkSync('..', join(root, 'src/loop'));
  symlinkSync('/etc/passwd', join(root, 'src/outside.ts'));
  const data = dataOf(await call('context_find_references', { symbol: 'area2' }));
  expect(placesOf(data)).toEqual(['src/shapes/area.ts:2:14']);
  expect(data).toMatchObject({ tier: 'graph', index: { state: expect.any(String) } });
  expect(await call('context_find_references', { symbol: 'x', path: '/etc' })).toMatchObject({
    error: { code: 'OUTSIDE_ROOT' },
  });
});

test('context_outline keeps its budget and names what most files use', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(root, { ...PROJECT, 'README.md': '# Top' });
  const data = dataOf(await call('context_outline', { maxTokens: 300 }));
  expect(data.tokens as number).toBeLessThanOrEqual(300);
  expect(data.readFirst).toEqual(
    expect.arrayContaining([
      { file: 'README.md', why: 'introduces the project' },
      { file: 'src/main.ts', why: 'a way in' },
      { file: 'src/shapes/area.ts', why: 'used by 3 files' },
    ]),
  );
  expect(data).toMatchObject({ files: 8, tier: 'graph', complete: true });
});
