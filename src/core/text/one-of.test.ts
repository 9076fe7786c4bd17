import { expect, test } from 'vitest';
import { oneOf, oneOfInAnyCase } from './one-of.ts';

test('a list of words fits each of them as a whole, and patterns among them', () => {
  const names = oneOf`
    PATH  LD_.*
    GO(FLAGS|PATH) \w+_SHELL
  `;
  const fitting = ['PATH', 'LD_PRELOAD', 'GOPATH', 'MY_SHELL'];
  const others = ['XPATH', 'PATHS', 'path', 'GO', '', 'PATH\n', 'PATH LD_'];
  expect([...fitting, ...others].filter((name) => names.test(name))).toEqual(fitting);
  expect(oneOfInAnyCase`read write`.test('Write')).toBe(true);
});
