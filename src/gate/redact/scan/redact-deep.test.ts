import { expect, test } from 'vitest';
import { createRedactor } from '../redactor.ts';
import { createDeepRedaction } from './redact-deep.ts';

const TOKEN = `ghp_${'aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2'}`;
const OTHER = `ghp_${'Zz3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2'}`;

test('names are masked like values, and stay apart', () => {
  const read = createDeepRedaction(createRedactor({}));
  expect(read({ env: { [TOKEN]: 'one', [OTHER]: 'two', PATH: '/bin' }, list: [{ [TOKEN]: TOKEN }] })).toEqual(
    {
      value: {
        env: { '[REDACTED]': 'one', '[REDACTED] 2': 'two', PATH: '/bin' },
        list: [{ '[REDACTED]': '[REDACTED]' }],
      },
      count: 4,
    },
  );
});

test('what holds no secret is the very value that was given', () => {
  const value = { a: ['b', { c: 'd' }] };
  expect(createDeepRedaction(createRedactor({}))(value).value).toBe(value);
});
