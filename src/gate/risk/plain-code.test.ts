import { expect, test } from 'vitest';
import { isPlainCode } from './plain-code.ts';

test.each([
  '1/3',
  'print(2**16)',
  'console.log("a".repeat(10))',
  'process.version',
  'import sys; print(sys.version)',
  'print(", ".join(sorted(["b", "a"])))',
  'JSON.stringify({ a: [1, 2, 3] })',
  'print(sum(x * x for x in range(10)))',
  'new Date().toISOString()',
  'Math.max(...[1, 2, 3])',
  '[3, 1, 2].sort()',
  'print("abc"[0:2])',
  'print(7 % 3)',
])('%s only reckons', (text) => {
  expect(isPlainCode(text)).toBe(true);
});

test.each([
  'open("/etc/passwd").read()',
  'import os; os.system("id")',
  'require("fs")',
  'eval("1")',
  'exec("import os")',
  '__import__("os")',
  'print(`id`)',
  'console.log(`a`)',
  'process.env',
  'process["en" + "v"]["HOME"]["x"]; process.exit()',
  '"".constructor.constructor("return 1")()',
  '[].constructor',
  'globalThis',
  'fetch("http://x")',
  'print(open)',
  'File.read("x")',
  'puts "#{`id`}"',
  'import("fs")',
  'import fs from "fs"',
  'x = 1\n%x(id)',
  'getattr(1, "x")',
  'print(1) # \\u006f',
  'system "id"',
  '`id`',
  'this["constructor"]',
  'this',
  'sys.modules["os"]',
  'json.codecs',
  '[]["constructor"]["constructor"]("return 1")()',
  '""["at"]["constructor"]("return 1")()',
  'JSON["par" + "se"]("1")',
  'puts %x(date)',
  '%x{time}',
  'console.log(process)',
  'print(sys.modules)',
  'x[y]',
  'import math, os; print(1)',
])('%s may do more', (text) => {
  expect(isPlainCode(text)).toBe(false);
});
