import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCommand, showCommand } from './command-words.ts';

test.each([
  ['git status', ['git', 'status']],
  ['  git\tlog \n -1 ', ['git', 'log', '-1']],
  ['git commit -m "two words"', ['git', 'commit', '-m', 'two words']],
  ["echo 'single $HOME \\' x", ['echo', 'single $HOME \\', 'x']],
  ['echo "" \'\' end', ['echo', '', '', 'end']],
  ['echo a""b', ['echo', 'ab']],
  ['echo "a"\'b\'c', ['echo', 'abc']],
  ['echo \\"quoted\\"', ['echo', '"quoted"']],
  ['echo two\\ words', ['echo', 'two words']],
  ['echo "a \\"b\\" c"', ['echo', 'a "b" c']],
  ['C:\\tools\\node.exe C:\\a\\b.js', ['C:\\tools\\node.exe', 'C:\\a\\b.js']],
  ['"C:\\Program Files\\x.exe" /c', ['C:\\Program Files\\x.exe', '/c']],
  ['echo C:\\', ['echo', 'C:\\']],
  ['echo a\\\\b', ['echo', 'a\\b']],
  ['echo ; touch x && $(id) `id` | cat', ['echo', ';', 'touch', 'x', '&&', '$(id)', '`id`', '|', 'cat']],
])('%j is split into its words', (command, words) => {
  expect(parseCommand(command)).toEqual(words);
});

test.each([
  ['', 'The command is empty, at character 1 of ""'],
  [' \t', 'The command is empty, at character 1 of " \\t"'],
  ['echo "open', 'The double quote is never closed, at character 6 of "echo \\"open"'],
  ["a 'b' 'c", "The single quote is never closed, at character 7 of \"a 'b' 'c\""],
  ['echo "end\\"', 'The double quote is never closed, at character 6 of "echo \\"end\\\\\\""'],
  [' "" x', 'The command names no program, at character 2 of " \\"\\" x"'],
  ['echo a\0b', 'The command holds a NUL character, at character 7 of "echo a\\u0000b"'],
])('%j is refused with the position', (command, message) => {
  expect(() => parseCommand(command)).toThrow(expect.objectContaining({ code: 'VALIDATION', message }));
});

const word = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', ''));
const tricky = fc.string({
  unit: fc.constantFrom('a', ' ', '\\', '"', "'", '\n', '\t', '$', ';'),
  maxLength: 8,
});

test('whatever the words, their line parses back to them', () => {
  const program = fc.oneof(word, tricky).filter((text) => text !== '');
  fc.assert(
    fc.property(program, fc.array(fc.oneof(word, tricky), { maxLength: 6 }), (first, rest) => {
      expect(parseCommand(showCommand([first, ...rest]))).toEqual([first, ...rest]);
    }),
    { numRuns: 2000 },
  );
});

test('any text either parses or is refused with a position inside it', () => {
  fc.assert(
    fc.property(fc.oneof(tricky, fc.string()), (command) => {
      try {
        const joined = parseCommand(command).join('');
        // Nothing is made up: every character of a word stands in the command.
        for (const char of joined) expect(command).toContain(char);
      } catch (error) {
        const position = Number(/at character (\d+)/.exec((error as Error).message)?.[1]);
        expect(position).toBeGreaterThanOrEqual(1);
        expect(position).toBeLessThanOrEqual(Math.max(command.length, 1));
      }
    }),
    { numRuns: 2000 },
  );
});
