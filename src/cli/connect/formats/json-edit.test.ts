import { expect, test } from 'vitest';
import { editTo } from './json-edit.ts';
import { dataOf, jsonTree } from './json-tree.ts';

const dataIn = (text: string) => dataOf(jsonTree(text).root) as Record<string, unknown>;

const FILES = {
  empty: '{}',
  'on one line': '{"a":{"list":[1,2]},"b":"x"}',
  tabs: '{\r\n\t"a": {\r\n\t\t"list": [1, "\\u00fc"]\r\n\t},\r\n\t"b": null\r\n}\r\n',
  'comments and commas':
    '// top\n{\n  "a": 1, // one\n  "list": [\n    "x", // first\n    /* in\n    between */\n    "y", // second\n  ], // the list\n} // end',
  'a comment behind the last': '{\n  "theme": "One" // t\n}\n',
  'a comment alone': '{\n  // nothing yet\n}\n',
  'lists of objects':
    '{\n    "hooks": {\n        "Pre": [{\n            "command": "mine"\n        }]\n    }\n}',
};

for (const [name, text] of Object.entries(FILES))
  test(`${name}: what is added and taken out again leaves the text and its comments`, () => {
    const before = dataIn(text);
    const list = [...((before.list as unknown[]) ?? []), { deep: ['z'] }];
    const more = editTo(text, { ...before, list, new: { one: [1, { two: '"' }] } });
    expect(dataIn(more)).toEqual({ ...before, list, new: { one: [1, { two: '"' }] } });
    for (const [line] of text.matchAll(/^.*\/\/.*$/gm)) {
      const [value = '', remark = ''] = line.split('//');
      // A comment stays on its line.
      expect(more).toMatch(
        new RegExp(`${RegExp.escape(value.trimEnd().replace(/,$/, ''))},?\\s*//${RegExp.escape(remark)}`),
      );
    }
    expect(more.includes('\r\n')).toBe(text.includes('\r\n'));
    const back = editTo(more, before);
    expect(dataIn(back)).toEqual(before);
    if (!name.includes('comment')) expect(back.replace(/,(?=\s*[}\]])/g, '')).toBe(text);
  });

test('nothing is touched where it says the same already', () => {
  for (const text of Object.values(FILES)) expect(editTo(text, dataIn(text))).toBe(text);
});

test('a comment of the line before stays there', () => {
  expect(editTo('{\n  "theme": "One", // t\n}\n', { theme: 'One', new: 1 })).toBe(
    '{\n  "theme": "One", // t\n  "new": 1,\n}\n',
  );
  expect(editTo('{\n  "theme": "One" // t\n}\n', { theme: 'One', new: 1 })).toBe(
    '{\n  "theme": "One", // t\n  "new": 1\n}\n',
  );
});
