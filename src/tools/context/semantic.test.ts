import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
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
