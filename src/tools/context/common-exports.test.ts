import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

test('what a module of Node gives out is told, in every way to give it', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'lib.js': [
      'class Store { put() {} }',
      "function slug(text = '') { return text; }",
      'exports.slug = slug;',
      'module.exports.Store = Store;',
      'exports.one = exports.two = () => 1;',
      "exports.VERSION = '1';",
      'exports.__esModule = true;',
    ].join('\n'),
    'object.js':
      "const { slug } = require('./lib');\nfunction main() {}\nmodule.exports = { main, other: slug, inline() {}, ...require('./lib') };\n",
    'function.js': 'module.exports = function named(a) {};\n',
    'class.js': 'module.exports = class Foo {\n  bar() {}\n};\n',
    'all.js': "module.exports = require('./lib');\n",
  });
  const analyze = async (path: string) => dataOf(await call('context_analyze_code', { path }));
  expect((await analyze('lib.js')).exports).toEqual([
    { name: 'slug', type: 'named', kind: 'function' },
    { name: 'Store', type: 'named', kind: 'class' },
    { name: 'one', type: 'named', kind: 'function' },
    { name: 'two', type: 'named', kind: 'function' },
    { name: 'VERSION', type: 'named' },
  ]);
  expect((await analyze('object.js')).exports).toEqual([
    { name: 'main', type: 'named', kind: 'function' },
    { name: 'other', type: 'named', kind: 'constant', local: 'slug' },
    { name: 'inline', type: 'named', kind: 'method' },
    { name: '*', type: 'all', from: './lib', local: '*' },
  ]);
  expect((await analyze('function.js')).exports).toEqual([
    { name: 'default', type: 'default', kind: 'function', local: 'named' },
  ]);
  const { exports, classes } = await analyze('class.js');
  expect(exports).toEqual([{ name: 'default', type: 'default', kind: 'class', local: 'Foo' }]);
  expect(classes).toMatchObject([{ name: 'Foo', kind: 'class', line: 1, methods: [{ name: 'bar' }] }]);
  expect((await analyze('all.js')).exports).toEqual([{ name: '*', type: 'all', from: './lib', local: '*' }]);
});

test('a function with several signatures is given out once', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'add.ts':
      'export function add(a: number): number;\nexport function add(a: string): string;\nexport function add(a: unknown): unknown { return a; }\n',
  });
  expect(dataOf(await call('context_analyze_code', { path: 'add.ts' })).exports).toEqual([
    { name: 'add', type: 'named', kind: 'function' },
  ]);
});
