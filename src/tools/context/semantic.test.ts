import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

type Place = { file: string; line: number; column: number };

const placesOf = (data: Record<string, unknown>): string[] =>
  (data.references as Place[]).map(({ file, line, column }) => `${file}:${line}:${column}`);

const SHAPES = {
  'tsconfig.json': {
    compilerOptions: { strict: true, module: 'nodenext', target: 'es2022' },
    include: ['src'],
  },
  'src/shape.ts':
    'export class Shape {\n  area(n: number): number { return n; }\n}\nexport const wrong: string = 1;\n',
  'src/use.ts':
    "import { Shape } from './shape.js';\nnew Shape().area(1);\nconst other = { area: () => 1 };\nother.area();\n",
};

test('references of members come from the language server, which tells them from others of the same name', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, SHAPES);
  const data = dataOf(await call('context_find_references', { symbol: 'Shape.area' }));
  expect(placesOf(data)).toEqual(['src/shape.ts:2:3', 'src/use.ts:2:13']);
  expect(data).toMatchObject({ tier: 'semantic', complete: true });
  writeFileSync(
    join(root, 'src/use.ts'),
    "import { Shape } from './shape.js';\nnew Shape().area(1);\nnew Shape().area(2);\n",
  );
  const again = dataOf(await call('context_find_references', { symbol: 'Shape.area' }));
  expect(placesOf(again)).toEqual(['src/shape.ts:2:3', 'src/use.ts:2:13', 'src/use.ts:3:13']);
});

test('a member and a local are told apart by the line they are used in', async () => {
  const files = {
    ...SHAPES,
    'src/more.ts':
      "import { Shape } from './shape.js';\nexport function area() {}\nnew Shape().area(1);\n" +
      'function twice(area: number) {\n  return area * 2;\n}\n',
    'build.kts': 'val kotlinOnly = 1 // kotlinOnly\n',
  };
  const { call, root } = createTestHost();
  writeFiles(root, files);
  const find = async (line: number) =>
    dataOf(await call('context_find_references', { symbol: 'area', path: 'src/more.ts', line }));
  const member = await find(3);
  expect(placesOf(member)).toEqual(['src/more.ts:3:13', 'src/shape.ts:2:3', 'src/use.ts:2:13']);
  expect(member).toMatchObject({
    tier: 'semantic',
    complete: true,
    definitions: [{ file: 'src/shape.ts', line: 2, column: 3, kind: 'method', container: 'Shape' }],
  });
  expect(placesOf(await find(5))).toEqual(['src/more.ts:4:16', 'src/more.ts:5:10']);
  expect(await find(6)).toMatchObject({
    complete: false,
    reason: expect.stringContaining('no area in line 6 of src/more.ts'),
  });
  const define = async (line: number) =>
    dataOf(await call('context_find_definition', { symbol: 'area', path: 'src/more.ts', line }));
  expect(await define(3)).toMatchObject({
    tier: 'semantic',
    complete: true,
    definitions: [{ file: 'src/shape.ts', line: 2, kind: 'method' }],
  });
  expect(await define(5)).toMatchObject({ definitions: [{ file: 'src/more.ts', line: 4, column: 16 }] });
  const text = dataOf(await call('context_find_references', { symbol: 'kotlinOnly' }));
  expect(placesOf(text)).toEqual(['build.kts:1:5', 'build.kts:1:23']);
  expect(text).toMatchObject({
    tier: 'text',
    complete: false,
    reason: expect.stringContaining('Matched as text'),
  });

  const without = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(without.root, files);
  const guessed = dataOf(
    await without.call('context_find_references', { symbol: 'area', path: 'src/more.ts', line: 3 }),
  );
  expect(guessed).toMatchObject({ tier: 'syntax', complete: false });
  expect(
    dataOf(await without.call('context_find_definition', { symbol: 'area', path: 'src/more.ts', line: 3 })),
  ).toMatchObject({ tier: 'syntax', complete: false, reason: expect.stringContaining('needs types') });
});

test('what stands in a function that is called at once is found with its declaration', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'legacy.js':
      '(function () {\n  function inner(x) { return x; }\n  inner(1);\n  function unused() {}\n})();\n',
  });
  const find = async (symbol: string) =>
    dataOf(await call('context_find_references', { symbol, path: 'legacy.js' }));
  const data = await find('inner');
  expect(placesOf(data)).toEqual(['legacy.js:2:12', 'legacy.js:3:3']);
  expect(data).toMatchObject({ tier: 'semantic', complete: true });
  // The server finds nothing at all of this one: then it is not believed.
  const unused = await find('unused');
  expect(placesOf(unused)).toEqual(['legacy.js:4:12']);
  expect(unused).toMatchObject({ tier: 'syntax', complete: false });
});

test('the language server installs no packages that a project names', async () => {
  const root = temporaryDirectory();
  const bin = join(root, 'bin');
  const { call } = createTestHost({}, { root, hostEnv: { PATH: `${bin}:${process.env.PATH}` } });
  writeFiles(root, {
    'bin/npm': '#!/bin/sh\nsleep 20\n',
    'package.json': { name: 'shapes', dependencies: { lodash: '*' } },
    'shape.js':
      "const _ = require('lodash');\nclass Shape { area() { return _.map([1]); } }\nnew Shape().area();\n",
  });
  chmodSync(join(bin, 'npm'), 0o755);
  const data = dataOf(await call('context_find_references', { symbol: 'Shape.area' }));
  expect(data).toMatchObject({ tier: 'semantic', total: 2 });
  await delay(1500);
  const commands = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  expect(commands).not.toContain(`${bin}/npm`);
});

test('context_diagnostics tells type errors of a file, and of what changed since a commit', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, SHAPES);
  const expected = {
    file: 'src/shape.ts',
    line: 4,
    column: 14,
    severity: 'error',
    code: '2322',
    message: expect.stringContaining("Type 'number' is not assignable"),
  };
  expect(dataOf(await call('context_diagnostics', { path: 'src/shape.ts' }))).toMatchObject({
    diagnostics: [expected],
    errors: 1,
    filesChecked: ['src/shape.ts'],
    tier: 'semantic',
    complete: true,
  });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@x', ...args], { cwd: root });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  writeFiles(root, {
    'src/use.ts': 'const x: number = "a";\n',
    'notes.md': 'x',
    'src/new.ts': 'export const y: number = "b";\n',
  });
  expect(dataOf(await call('context_diagnostics', { since: 'HEAD' }))).toMatchObject({
    errors: 2,
    filesChecked: ['src/use.ts', 'src/new.ts'],
    complete: true,
  });
});

test('Python members and type errors come from pyright', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'shapes.py': 'class Shape:\n    def area(self) -> int:\n        return 1\n',
    'main.py': 'from shapes import Shape\n\n\ndef area():\n    pass\n\n\nShape().area()\nx: int = "s"\n',
  });
  const data = dataOf(await call('context_find_references', { symbol: 'Shape.area' }));
  expect(placesOf(data)).toEqual(['main.py:8:9', 'shapes.py:2:9']);
  expect(data).toMatchObject({ tier: 'semantic', complete: true });
  expect(dataOf(await call('context_diagnostics', { path: 'main.py' }))).toMatchObject({
    diagnostics: [{ file: 'main.py', line: 9, column: 10, severity: 'error' }],
    tier: 'semantic',
  });
});

test('without a language server syntax errors are told, with a label', async () => {
  const { call, root } = createTestHost({ code: { languageServers: 'off' } });
  writeFiles(root, { 'half.ts': 'const a = ;\n', 'fine.go': 'package main\n' });
  expect(dataOf(await call('context_diagnostics', { path: 'half.ts' }))).toMatchObject({
    errors: 1,
    diagnostics: [{ file: 'half.ts', line: 1, severity: 'error' }],
    tier: 'syntax',
    complete: false,
    reason: expect.stringContaining('No language server for typescript'),
  });
  expect(await call('context_diagnostics', { path: '.' })).toMatchObject({ error: { code: 'VALIDATION' } });
});

test('a language server on the PATH that ends at once leaves an answer by name that says so', async () => {
  const bin = temporaryDirectory();
  writeFiles(bin, { gopls: '#!/bin/sh\nexit 3\n' });
  chmodSync(join(bin, 'gopls'), 0o755);
  const { call, root } = createTestHost({}, { hostEnv: { PATH: bin } });
  writeFiles(root, {
    'a.go': 'package x\n\ntype Shape struct{}\n\nfunc (s Shape) Area() int { return 1 }\n',
    'b.go': 'package x\n\nvar a = Shape{}.Area()\n',
  });
  const data = dataOf(await call('context_find_references', { symbol: 'Shape.Area' }));
  expect(placesOf(data)).toEqual(['a.go:5:16', 'b.go:3:17']);
  expect(data).toMatchObject({
    tier: 'syntax',
    complete: false,
    reason: expect.stringMatching(/by name.*gopls did not start/),
  });
});
