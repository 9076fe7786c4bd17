import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

type Place = { file: string; line: number; column: number };

/** Asks for references in a project of these files. */
function projectOf(files: Record<string, string>) {
  const { call, root } = createTestHost();
  writeFiles(root, files);
  return async (symbol: string, path: string, line?: number) => {
    const data = dataOf(await call('context_find_references', { symbol, path, ...(line && { line }) }));
    const { references, complete, reason } = data as {
      references: Place[];
      complete: boolean;
      reason?: string;
    };
    return {
      places: references.map((place) => `${place.file}:${place.line}:${place.column}`),
      complete,
      ...(reason !== undefined && { reason }),
    };
  };
}

test('what a module of Node gives out is found where others require it, under every name it gets', async () => {
  const references = projectOf({
    'shape.js': [
      'exports.area = function (side) { return side * side; };',
      'exports.round = function round(value) { return value; };',
      'function hidden() {}',
      'module.exports.inner = hidden;',
    ].join('\n'),
    'tools.js': 'function cut() {}\nconst glue = () => 2;\nmodule.exports = { cut, glue };\n',
    'app.js': [
      "var area = require('./shape').area;",
      "var shape = require('./shape');",
      "const { round, inner } = require('./shape');",
      "const { cut, glue: stick } = require('./tools');",
      "const tools = require('./tools');",
      'area(1); shape.area(2); round(3); shape.round(4); inner(); shape.inner();',
      'cut(); stick(); tools.cut(); tools.glue();',
    ].join('\n'),
  });
  expect(await references('area', 'shape.js')).toEqual({
    places: ['app.js:1:5', 'app.js:1:31', 'app.js:6:1', 'app.js:6:16', 'shape.js:1:9'],
    complete: true,
  });
  expect(await references('round', 'shape.js')).toEqual({
    places: ['app.js:3:9', 'app.js:6:25', 'app.js:6:41', 'shape.js:2:9', 'shape.js:2:26'],
    complete: true,
  });
  expect(await references('hidden', 'shape.js')).toEqual({
    places: ['app.js:3:16', 'app.js:6:51', 'app.js:6:66', 'shape.js:3:10', 'shape.js:4:16', 'shape.js:4:24'],
    complete: true,
  });
  expect(await references('cut', 'tools.js')).toEqual({
    places: ['app.js:4:9', 'app.js:7:1', 'app.js:7:23', 'tools.js:1:10', 'tools.js:3:20'],
    complete: true,
  });
  expect(await references('glue', 'tools.js')).toEqual({
    places: ['app.js:4:14', 'app.js:4:20', 'app.js:7:8', 'app.js:7:36', 'tools.js:2:7', 'tools.js:3:25'],
    complete: true,
  });
});

test('a module with statements for it that is required is found there too, or not called complete', async () => {
  const references = projectOf({
    'shape.ts': 'export function area(side: number) { return side; }\n',
    'app.js':
      "function later() {\n  const { area: size } = require('./shape');\n  return size(1);\n}\nlater();\n",
  });
  const { places, complete } = await references('area', 'shape.ts');
  expect(places).toContain('app.js:2:11');
  expect(complete && !places.includes('app.js:3:10')).toBe(false);
});

test('what goes through a module that is not installed may be a reference, and the answer says so', async () => {
  const references = projectOf({
    'tsconfig.json':
      '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" } }',
    'package.json': '{ "name": "shop", "dependencies": { "some-store": "1.0.0" } }',
    'store.ts': [
      "import { create } from 'some-store';",
      'export type Cart = { size: number; only: number; label: string };',
      'export const useCart = create<Cart>((set) => ({ size: 1, only: 1, grow: () => set((cart) => ({ size: cart.size })) }));',
      "export const labelled: Pick<Cart, 'label'> = { label: 'x' };",
      "const other = { label: 'y' };",
      'export const both = labelled.label + other.label;',
    ].join('\n'),
  });
  const reason =
    'store.ts:3 may refer to it: the type is not known there; nothing is known of what comes from some-store: not installed, or not found';
  expect(await references('size', 'store.ts', 2)).toEqual({
    places: ['store.ts:2:22'],
    complete: false,
    reason,
  });
  // A key alone may be meant: what takes the object has no type.
  expect(await references('only', 'store.ts', 2)).toEqual({
    places: ['store.ts:2:36'],
    complete: false,
    reason,
  });
  // Another object has a member of this name, and types tell which.
  expect(await references('label', 'store.ts', 2)).toEqual({
    places: ['store.ts:2:50', 'store.ts:4:48', 'store.ts:6:30'],
    complete: true,
  });
});

test('an import of the name from a module that was not found keeps the answer open', async () => {
  const references = projectOf({
    'tsconfig.json': '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }',
    'src/shape.ts': 'export const area = 1;\nexport const side = 2;\n',
    'src/app.ts':
      "import { area } from '@/shape';\nimport { side } from './shape';\nexport const both = area + side;\n",
  });
  expect(await references('area', 'src/shape.ts')).toEqual({
    places: ['src/shape.ts:1:14'],
    complete: false,
    reason: 'src/app.ts:1 imports area from @/shape, which was not found',
  });
  expect((await references('side', 'src/shape.ts')).complete).toBe(true);
});

test('a member that is used on something without a type may be meant, in scripts and in Python', async () => {
  const scripts = projectOf({
    'worker.js': 'export class Worker { run() { return 1; } stop() {} }\n',
    'app.js': [
      "import { Worker } from './worker.js';",
      'export function go(worker) { return worker.run(); }',
      'go(new Worker());',
      'new Worker().stop();',
      'export const timer = { stop() {} };',
      'timer.stop();',
    ].join('\n'),
  });
  expect(await scripts('Worker.run', 'worker.js')).toEqual({
    places: ['worker.js:1:23'],
    complete: false,
    reason: 'app.js:2 may refer to it: the type is not known there',
  });
  expect(await scripts('Worker.stop', 'worker.js')).toEqual({
    places: ['app.js:4:14', 'worker.js:1:43'],
    complete: true,
  });
  const python = projectOf({
    'shop/__init__.py': '',
    'shop/cart.py':
      'class Cart:\n    def pay(self):\n        return 1\n\n    def close(self):\n        return self.pay()\n\n\nclass Door:\n    def close(self):\n        return 2\n',
    'use.py':
      'from shop.cart import Cart, Door\n\n\ndef test_pay(cart):\n    cart.pay()\n\n\nCart().close()\nDoor().close()\n',
  });
  expect(await python('Cart.pay', 'shop/cart.py')).toEqual({
    places: ['shop/cart.py:2:9', 'shop/cart.py:6:21'],
    complete: false,
    reason: 'use.py:5 may refer to it: the type is not known there',
  });
  expect(await python('Cart.close', 'shop/cart.py')).toEqual({
    places: ['shop/cart.py:5:9', 'use.py:8:8'],
    complete: true,
  });
}, 60_000);
