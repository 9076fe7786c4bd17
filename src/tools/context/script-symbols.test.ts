import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

interface Symbol {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly column: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly container?: string;
}

/** `12:3-15 method Shape.area`: what to check by eye. */
const briefly = (data: Record<string, unknown>): string[] =>
  (data.symbols as Symbol[]).map(
    ({ name, kind, line, column, endLine, container }) =>
      `${line}:${column}-${endLine} ${kind} ${container === undefined ? '' : `${container}.`}${name}`,
  );

const SHAPE = `import fs, { readFile as read, type Stats } from 'node:fs';
import * as path from 'node:path';
export * from './other.js';
export { a as b } from './more.js';

/** A shape
 *  with a side. */
export abstract class Shape<T> extends Base implements Sized {
  static count = 0;
  #side: number = 1;
  constructor(private readonly log: Log, public name = 'x') { super(); }
  async area(scale: number, { deep }: Options = {}, ...rest: string[]): Promise<number> {
    if (scale > 1 && deep) return 1;
    for (const item of rest) { const inner = () => item ? 1 : 2; inner(); }
    return 0;
  }
  get side(): number { return this.#side ?? 0; }
  abstract draw(): void;
}

export const double = async (n: number): Promise<number> => n * 2;
const table = { run(a) { return a || 1; }, deep: { go: () => 1 } };
export default function main() { function nested() {} }
interface Sized { size: number; grow(by: number): void }
type Pair = [number, number];
enum Color { Red, Green = 2 }
namespace Inside { export const x = 1; }
let [first, { second }] = [1, { second: 2 }];
module.exports.helper = function () {};
`;

test('context_get_symbols knows every kind of definition of a script with its exact place', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { 'shape.ts': SHAPE });
  const data = dataOf(await call('context_get_symbols', { path: 'shape.ts' }));
  expect(briefly(data)).toEqual([
    '8:23-19 class Shape',
    '9:10-9 property Shape.count',
    '10:3-10 property Shape.#side',
    '11:3-11 constructor Shape.constructor',
    '11:32-11 property Shape.log',
    '11:49-11 property Shape.name',
    '12:9-16 method Shape.area',
    '14:38-14 function Shape.area.inner',
    '17:7-17 getter Shape.side',
    '18:12-18 method Shape.draw',
    '21:14-21 function double',
    '22:7-22 constant table',
    '22:17-22 method table.run',
    '22:52-22 method table.deep.go',
    '23:25-23 function main',
    '23:43-23 function main.nested',
    '24:11-24 interface Sized',
    '24:19-24 property Sized.size',
    '24:33-24 method Sized.grow',
    '25:6-25 type Pair',
    '26:6-26 enum Color',
    '26:14-26 enum-member Color.Red',
    '26:19-26 enum-member Color.Green',
    '27:11-27 namespace Inside',
    '27:33-27 constant Inside.x',
    '28:6-28 variable first',
    '28:15-28 variable second',
    '29:16-29 function helper',
  ]);
  expect(data).toMatchObject({ tier: 'syntax', complete: true, language: 'typescript' });
  expect((data.symbols as Symbol[])[0]).toEqual({
    name: 'Shape',
    type: 'class',
    kind: 'class',
    line: 8,
    column: 23,
    startLine: 8,
    endLine: 19,
    endColumn: 2,
    signature: 'export abstract class Shape<T> extends Base implements Sized',
    doc: 'A shape\n with a side.',
    exported: true,
  });
});

test('context_get_symbols takes a part of the name and kinds, and leaves docs out when told', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { 'shape.ts': SHAPE });
  const find = async (args: object) =>
    briefly(dataOf(await call('context_get_symbols', { path: 'shape.ts', ...args })));
  expect(await find({ query: 'SIZ' })).toEqual(['24:11-24 interface Sized', '24:19-24 property Sized.size']);
  expect(await find({ kinds: ['enum', 'getter'] })).toEqual([
    '17:7-17 getter Shape.side',
    '26:6-26 enum Color',
  ]);
  expect(await find({ kinds: ['class'] })).toEqual(['8:23-19 class Shape']);
  const { symbols } = dataOf(await call('context_get_symbols', { path: 'shape.ts', withDocs: false }));
  expect(JSON.stringify(symbols)).not.toContain('"doc"');
});

test('context_analyze_code tells imports, exports, functions, classes, complexity and lines', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { 'shape.ts': SHAPE });
  const data = dataOf(await call('context_analyze_code', { path: 'shape.ts' }));
  expect(data).toMatchObject({
    imports: [
      { module: 'node:fs', named: ['default as fs', 'readFile as read', 'Stats'], line: 1, kind: 'static' },
      { module: 'node:path', named: ['* as path'], line: 2, kind: 'static' },
      { module: './other.js', named: ['*'], line: 3, kind: 'static' },
      { module: './more.js', named: ['a'], line: 4, kind: 'static' },
    ],
    exports: [
      { name: '*', type: 'all', from: './other.js' },
      { name: 'b', type: 'named', from: './more.js', local: 'a' },
      { name: 'Shape', type: 'named', kind: 'class' },
      { name: 'double', type: 'named', kind: 'function' },
      { name: 'default', type: 'default', kind: 'function', local: 'main' },
      { name: 'helper', type: 'named', kind: 'function' },
    ],
    lines: 29,
    loc: 25,
    comments: 2,
    complexity: 18,
  });
  const { functions, classes } = data as Record<'functions' | 'classes', Record<string, unknown>[]>;
  expect(functions.find(({ name }) => name === 'double')).toEqual({
    name: 'double',
    kind: 'function',
    line: 21,
    column: 14,
    endLine: 21,
    parameters: [{ name: 'n', type: 'number' }],
    returnType: 'Promise<number>',
    async: true,
    complexity: 1,
  });
  expect(classes[0]).toMatchObject({
    name: 'Shape',
    extends: ['Base'],
    implements: ['Sized'],
    methods: [
      { name: 'constructor' },
      {
        name: 'area',
        async: true,
        complexity: 4,
        returnType: 'Promise<number>',
        parameters: [
          { name: 'scale', type: 'number' },
          { name: '{ deep }', type: 'Options', optional: true },
          { name: '...rest', type: 'string[]' },
        ],
      },
      { name: 'side', kind: 'getter', complexity: 2 },
      { name: 'draw' },
    ],
    properties: [
      { name: 'count', static: true },
      { name: '#side', type: 'number', visibility: 'private' },
      { name: 'log', type: 'Log', visibility: 'private' },
      { name: 'name', visibility: 'public' },
    ],
  });
});

test('scripts in Vue and Svelte files have the lines and columns of the file', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'App.vue': `<template>\n  <p>{{ x }}</p>\n</template>\n<!-- <script>const no = 1</script> -->\n<script setup lang="ts">\nimport X from './x';\nconst area = (a: number): number => a;\n</script>\n<style>p { color: red }</style>\n`,
    'App.svelte': `<p>hi</p><script>  export let name = 1;\nfunction go() {}\n</script>`,
  });
  expect(briefly(dataOf(await call('context_get_symbols', { path: 'App.vue' })))).toEqual([
    '7:7-7 function area',
  ]);
  expect(briefly(dataOf(await call('context_get_symbols', { path: 'App.svelte' })))).toEqual([
    '1:31-1 variable name',
    '2:10-2 function go',
  ]);
});

test('half-written, hostile and giant files get an answer with a label', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'half.ts': 'export class Shape {\n  area(): number { return 1 }\n}\nexport function broken( {\n',
    'deep.js': `${'('.repeat(40_000)}\nfunction found() {}\n`,
    'giant.js': `var a=${'"x",'.repeat(2_200_000)}1;`,
    'many.js': 'function f(){}\n'.repeat(6000),
    'odd.js':
      'const constructor = 1, __proto__ = 2, toString = 3;\nexport { constructor, toString };\n__proto__;\n',
    'empty.py': '',
    'notes.txt': 'class X {}',
  });
  const symbolsOf = async (path: string) => dataOf(await call('context_get_symbols', { path }));
  const half = await symbolsOf('half.ts');
  expect(briefly(half)).toEqual(expect.arrayContaining(['1:14-3 class Shape', '2:3-2 method Shape.area']));
  expect(half).toMatchObject({ complete: false, reason: expect.stringContaining('syntax errors') });
  expect(await symbolsOf('deep.js')).toMatchObject({ complete: false, reason: expect.any(String) });
  expect(await symbolsOf('giant.js')).toMatchObject({
    complete: false,
    reason: expect.stringMatching(/^Not read/),
  });
  const many = await symbolsOf('many.js');
  expect([(many.symbols as unknown[]).length, many.complete]).toEqual([5000, false]);
  expect(briefly(await symbolsOf('odd.js'))).toEqual([
    '1:7-1 constant constructor',
    '1:24-1 constant __proto__',
    '1:39-1 constant toString',
  ]);
  expect(briefly(await symbolsOf('empty.py'))).toEqual([]);
  expect(await call('context_get_symbols', { path: 'notes.txt' })).toMatchObject({
    error: { code: 'UNSUPPORTED_LANGUAGE', hint: expect.stringContaining('python') },
  });
});

test('context tools stay inside the roots and ask before they read what may hold secrets', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { '.env': 'KEY=1', 'a.ts': 'export const a = 1;', 'secrets/.env.ts': 'x' });
  for (const tool of ['context_read_file', 'context_analyze_code', 'context_get_symbols']) {
    expect(await call(tool, { path: '/etc/hostname' })).toMatchObject({ error: { code: 'OUTSIDE_ROOT' } });
    expect(await call(tool, { path: '.env' })).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
    expect(await call(tool, { path: 'none.ts' })).toMatchObject({ error: { code: 'NOT_FOUND' } });
  }
  expect(dataOf(await call('context_read_file', { path: 'a.ts' }))).toMatchObject({
    content: 'export const a = 1;',
    language: 'typescript',
    size: 19,
    truncated: false,
  });
  expect(dataOf(await call('context_find_files', { pattern: '*' }))).toMatchObject({
    files: ['a.ts'],
    secretFilesSkipped: 2,
  });
});
