import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

interface Callable {
  readonly name: string;
  readonly parameters: readonly { name: string; type?: string; optional?: true }[];
  readonly returnType?: string;
}

/** Functions and methods of a file, each as `name(a: type, b?): result`. */
async function callablesOf(name: string, text: string): Promise<string[]> {
  const { call, root } = createTestHost();
  writeFiles(root, { [name]: text });
  // Sound: it is the output of context_analyze_code.
  const { functions, classes } = dataOf(await call('context_analyze_code', { path: name })) as {
    functions: Callable[];
    classes: { methods: Callable[] }[];
  };
  return [...functions, ...classes.flatMap(({ methods }) => methods)].map(
    ({ name: own, parameters, returnType }) =>
      `${own}(${parameters
        .map((one) => `${one.name}${one.optional ? '?' : ''}${one.type === undefined ? '' : `: ${one.type}`}`)
        .join(', ')})${returnType === undefined ? '' : `: ${returnType}`}`,
  );
}

test('parameters of C and C++ have their whole types, and so have results', async () => {
  const text =
    'int list_len(const node_t *n, int (*call)(int), char names[], unsigned);\nnode_t *make(int v) { return 0; }\nint none(void) { return 0; }\n';
  expect(await callablesOf('a.c', text)).toEqual([
    'list_len(n: const node_t *, call: int (*)(int), names: char [], : unsigned): int',
    'make(v: int): node_t *',
    'none(): int',
  ]);
  expect(
    await callablesOf('a.cpp', 'int area(const std::vector<int>& v, double d = 1.0) { return 1; }\n'),
  ).toEqual(['area(v: const std::vector<int>&, d?: double): int']);
});

test('parameters with a default are optional, and marks between parameters are none', async () => {
  expect(
    await callablesOf(
      'a.py',
      'def pub(a, /, b: int = 2, *args: str, c, d=None, **kw) -> int: pass\ndef only(a, *, b=1): pass\n',
    ),
  ).toEqual(['pub(a, b?: int, *args: str, c, d?, **kw): int', 'only(a, b?)']);
  expect(
    await callablesOf('a.php', '<?php\nfunction f(array $a = [], string ...$rest): ?int { return null; }\n'),
  ).toEqual(['f($a?: array, ...$rest: string): ?int']);
  expect(await callablesOf('a.cs', 'class U { int Save(int a, string b = "x") { return 1; } }\n')).toEqual([
    'Save(a: int, b?: string): int',
  ]);
  expect(await callablesOf('a.rb', 'class C\n  def total(a, b = 1, *rest, **opts)\n  end\nend\n')).toEqual([
    'total(a, b?, *rest, **opts)',
  ]);
});

test('what takes all the rest is marked, and has a name and a type', async () => {
  const java =
    'class U { int f(final String a, int... b) { return 1; } void g(@A Map<String, int[]>... c) {} }\n';
  expect(await callablesOf('U.java', java)).toEqual([
    'f(a: String, ...b: int): int',
    'g(...c: Map<String, int[]>): void',
  ]);
  expect(await callablesOf('a.go', 'package a\nfunc F(a string, b ...int) {}\n')).toEqual([
    'F(a: string, ...b: int)',
  ]);
});

test('what is defined in a function is not exported', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { 'a.py': 'def outer():\n    def inner(): return 1\n    return inner\n' });
  const { symbols } = dataOf(await call('context_get_symbols', { path: 'a.py' })) as {
    symbols: { name: string; exported?: true }[];
  };
  expect(symbols.map(({ name, exported }) => [name, exported])).toEqual([
    ['outer', true],
    ['inner', undefined],
  ]);
});

test('a kind that does not exist is refused with those that do', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { 'a.ts': 'export class A {}\n' });
  expect(await call('context_get_symbols', { path: 'a.ts', kinds: ['clas'] })).toMatchObject({
    ok: false,
    error: {
      code: 'VALIDATION',
      message: 'There is no kind "clas"',
      hint: expect.stringMatching(/Did you mean "class"\? Kinds are function, method, /),
    },
  });
});
