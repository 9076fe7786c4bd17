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

test('the next number follows the highest one that the pattern gave', () => {
  const next = (pattern: string, ...names: string[]) => nextNumber([{ pattern, names }]);
  expect(next('k-{num}')).toBe('001');
  expect(next('k-{num}', 'k-001', 'k-002', 'l-009', 'x/k-008', 'k-7-x')).toBe('003');
  expect(next('{name}{num}', 'login12', 'x3')).toBe('013');
  expect(next('v1.{num}', 'v1.4', 'v1x9')).toBe('005');
  expect(next('feature/{num}_{name}', 'feature/020_x')).toBe('021');
});

test('the next number follows the highest one that a name starts with, where the pattern makes such names', () => {
  const names = ['main', '007-login', 'team/012-x', '0-y', 'v2026-x1'];
  expect(nextNumber([{ pattern: '{num}-{name}', names }])).toBe('013');
  expect(nextNumber([{ pattern: '{num}-{name}', names: ['999-x'] }])).toBe('1000');
  expect(
    nextNumber([
      { pattern: '{num}-{name}', names: [] },
      { pattern: '{repo}', names },
    ]),
  ).toBe('013');
  expect(nextNumber([{ pattern: 'k-{num}', names }])).toBe('001');
});
