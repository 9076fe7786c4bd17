import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

interface Part {
  readonly name: string;
  readonly visibility?: string;
  readonly static?: boolean;
}
interface Class {
  readonly methods: readonly Part[];
  readonly properties: readonly Part[];
}

const FILES = {
  'A.java': `public class A {
  @Deprecated("public") private static final int N = 1;
  protected void run() {}
  int plain;
}`,
  'B.cs': 'public class B { protected internal static async Task Run() {} internal int Y { get; set; } }',
  'c.php': '<?php class C { private static $x = 1; protected function f() {} public static function g() {} }',
  'd.rs':
    'pub struct D { pub(crate) a: i32, b: i32 }\nimpl D { pub fn new() -> D { todo!() } fn hid(&self) {} }',
  'e.cpp':
    'class E { int hid; public: static int made(); protected: virtual void f() {} };\nstruct F { int open; };',
};

test('who sees a member, and what is static, is told as it is declared', async () => {
  const { root, call } = createTestHost();
  writeFiles(root, FILES);
  const partsOf = async (path: string) => {
    const { classes } = dataOf(await call('context_analyze_code', { path })) as { classes: readonly Class[] };
    return classes
      .flatMap(({ methods, properties }) => [...properties, ...methods])
      .map(({ name, visibility, ...part }) =>
        [visibility ?? '-', ...(part.static ? ['static'] : []), name].join(' '),
      );
  };
  expect(await partsOf('A.java')).toEqual(['private static N', '- plain', 'protected run']);
  expect(await partsOf('B.cs')).toEqual(['internal Y', 'protected internal static Run']);
  expect(await partsOf('c.php')).toEqual(['private static x', 'protected f', 'public static g']);
  expect(await partsOf('d.rs')).toEqual(['pub(crate) a', '- b', 'pub new', '- hid']);
  expect(await partsOf('e.cpp')).toEqual(['private hid', 'public static made', 'protected f', '- open']);
});
