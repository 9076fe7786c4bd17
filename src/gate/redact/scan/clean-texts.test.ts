import { expect, test } from 'vitest';
import { createRedactor } from '../redactor.ts';
import { rememberClean } from './clean-texts.ts';

for (const [what, text] of [
  ['short', 'the word is velvet-harbour'],
  ['long', `${'a line of text\n'.repeat(40)}the word is velvet-harbour\n`],
] as const) {
  test(`a ${what} text that was clean is searched again once there is more to search for`, () => {
    const redactor = createRedactor({});
    expect(redactor.value(text).count).toBe(0);
    redactor.know('velvet-harbour');
    expect(redactor.value(text)).toMatchObject({ count: 1, text: expect.not.stringContaining('velvet') });
  });
}

test('a clean text is searched once, one with secrets every time, and the latest are remembered', () => {
  const searched: string[] = [];
  const { read } = rememberClean((text) => {
    searched.push(text);
    return { text, count: text.startsWith('secret') ? 1 : 0 };
  });
  const long = (name: string) => name.padEnd(300, '.');
  for (const text of ['a', 'a', 'secret', 'secret', long('b'), long('b')]) read(text);
  expect(searched).toEqual(['a', 'secret', 'secret', long('b')]);
  for (let i = 0; i < 16; i++) read(long(`c${i}`));
  read(long('b'));
  expect(searched.at(-1)).toBe(long('b'));
});
