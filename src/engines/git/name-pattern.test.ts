import { expect, test } from 'vitest';
import { fillPattern, nextNumber } from './name-pattern.ts';

test('patterns are filled in, and what has no value is refused', () => {
  expect(fillPattern('feature/{name}', { name: 'login' })).toBe('feature/login');
  expect(fillPattern('{num}-{name}-{num}', { name: 'x', num: '003' })).toBe('003-x-003');
  expect(() => fillPattern('{name}', { name: undefined })).toThrow('{name} in "{name}" has no value');
  expect(() => fillPattern('{other}', { name: 'x' })).toThrow(
    expect.objectContaining({ hint: 'Known are {name}.' }),
  );
});

test('the next number follows the highest one there is', () => {
  expect(nextNumber([])).toBe('001');
  expect(nextNumber(['main', '007-login', 'team/012-x', '0-y', 'v2026-x1'])).toBe('013');
  expect(nextNumber(['999-x'])).toBe('1000');
});
