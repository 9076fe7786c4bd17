import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

type Found = { name: string; kind: string; container?: string; doc?: string };

/** What each file defines: kind, names around it, name, and its documentation. */
async function symbolsOf(file: string, text: string): Promise<string[]> {
  const { call, root } = createTestHost();
  writeFiles(root, { [file]: text });
  const { symbols } = dataOf(await call('context_get_symbols', { path: file }));
  return (symbols as Found[]).map(
    ({ name, kind, container, doc }) =>
      `${kind} ${container === undefined ? '' : `${container}.`}${name}${doc === undefined ? '' : ` (${doc})`}`,
  );
}

test('the names that C and C++ hide in declarators and operators are definitions', async () => {
  const text = [
    'struct hooks { void *(*take)(int size); int few[3], *many; operator bool() const; hooks operator+(int) const; };',
    'static void (*handler)(int);',
    'int list[3], *first = nullptr, plain;',
    'typedef int (*callback)(int);',
    '#ifdef DEBUG',
    'int level;',
    '#endif',
    'char *name_of(int n) { int local = n; static int (*inner)(int); return nullptr; }',
  ].join('\n');
  expect(await symbolsOf('hooks.cpp', text)).toEqual([
    'struct hooks',
    ...['field hooks.take', 'field hooks.few', 'field hooks.many'],
    ...['method hooks.operator bool', 'method hooks.operator+'],
    ...['variable handler', 'variable list', 'variable first', 'variable plain', 'type callback'],
    ...['variable level', 'function name_of'],
  ]);
});

test('what a method gives to its object is a property of the class, once', async () => {
  expect(
    await symbolsOf(
      'counter.js',
      'class Counter {\n  constructor() { this.count = 0; }\n  add() { this.count = 1; this.late = function () { this.other = 2; }; }\n}\n',
    ),
  ).toEqual([
    ...['class Counter', 'constructor Counter.constructor', 'property Counter.count'],
    ...['method Counter.add', 'property Counter.late'],
  ]);
  expect(
    await symbolsOf(
      'counter.py',
      'class Counter:\n    def __init__(self, other):\n        self.count: int = 0\n        self.low, self.high = 1, 2\n        other.thing = 3\n        local = 4\n\n    def add(self):\n        self.count = 1\n',
    ),
  ).toEqual([
    ...['class Counter', 'method Counter.__init__', 'property Counter.count'],
    ...['property Counter.low', 'property Counter.high', 'method Counter.add'],
  ]);
});

test('Python names that are given together, in a row or in a branch are definitions', async () => {
  expect(
    await symbolsOf(
      'names.py',
      'a, b = 1, 2\n(c, *d) = 3, 4\nx = y = 5\ntry:\n    import json\nexcept ImportError:\n    json = None\na[0] = b.c = 1\n',
    ),
  ).toEqual([...'abcdxy'].map((name) => `variable ${name}`).concat('variable json'));
});

test('members of C# and Java that have no plain form are found, and Rust keeps its documentation over attributes', async () => {
  expect(
    await symbolsOf(
      'Box.cs',
      'public class Box {\n  public event Action Changed;\n  public int this[int i] => i;\n  public static Box operator +(Box a, Box b) => a;\n  ~Box() {}\n}\n',
    ),
  ).toEqual([
    ...['class Box', 'property Box.Changed', 'property Box.this[]'],
    ...['method Box.operator +', 'method Box.~Box'],
  ]);
  expect(
    await symbolsOf(
      'Box.java',
      'public @interface Box { int size() default 1; }\nrecord Pair(int left) { }\n',
    ),
  ).toEqual(['interface Box', 'method Box.size', 'class Pair', 'field Pair.left']);
  expect(
    await symbolsOf(
      'box.rs',
      '/// A box.\n#[derive(Debug)]\n#[must_use]\npub struct Box;\n\n/// Opens it.\n#[inline] pub fn open() {}\n\n#[inline]\npub fn close() {}\n',
    ),
  ).toEqual(['struct Box (A box.)', 'function open (Opens it.)', 'function close']);
});

test('"not found" is complete only where no code has the name', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'read.py': 'with open("x") as handle:\n    pass\n',
    'notes.py': '# lonely is written in a comment only\n',
  });
  const find = async (symbol: string) => {
    const { definitions, complete, reason } = dataOf(await call('context_find_definition', { symbol }));
    return { definitions, complete, reason };
  };
  expect(await find('handle')).toEqual({
    definitions: [],
    complete: false,
    reason: 'The name is written in read.py:1, and no definition of it was recognized',
  });
  expect(await find('lonely')).toEqual({ definitions: [], complete: true, reason: undefined });
});

test('an absolute import of Python means no file beside it in a package', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'shop/__init__.py': '',
    'shop/types.py': '',
    'shop/logging.py': '',
    'shop/cart.py':
      'from types import TracebackType\nimport logging\nfrom . import types\nimport shop.logging\n',
    'scripts/helper.py': '',
    'scripts/run.py': 'import helper\nfrom shop import cart\n',
  });
  const importsOf = async (path: string) => {
    const { dependencies } = dataOf(await call('context_get_dependencies', { path }));
    return (dependencies as { line: number; type: string; name: string }[]).map(
      ({ line, type, name }) => `${line} ${type} ${name}`,
    );
  };
  expect(await importsOf('shop/cart.py')).toEqual([
    ...['1 builtin types', '2 builtin logging', '3 local shop/__init__.py', '3 local shop/types.py'],
    '4 local shop/logging.py',
  ]);
  // A folder that is no package is on the path of the scripts in it.
  expect(await importsOf('scripts/run.py')).toEqual([
    ...['1 local scripts/helper.py', '2 local shop/__init__.py', '2 local shop/cart.py'],
  ]);
});
