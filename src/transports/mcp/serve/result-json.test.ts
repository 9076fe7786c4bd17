import { expect, test } from 'vitest';
import { resultJson } from './result-json.ts';

const long = 'a "quoted" line\\\n\u0000\ud800 é\t'.repeat(100);
const answerOf = (text: string, more: object = {}) => ({
  content: [
    { type: 'text', text },
    { type: 'text', text: 'a note' },
  ],
  structuredContent: { path: '/a', content: text, size: 1 },
  ...more,
});

for (const [what, result] of Object.entries({
  'a long text that stands in it twice': answerOf(long, { resultType: 'complete', _meta: { a: [1] } }),
  'a short one': answerOf('short'),
  'a text that stands in it once': { content: [{ type: 'text', text: long }] },
  'a text that is not among the data': { ...answerOf(long), structuredContent: { other: long.slice(1) } },
  'no content at all': { tools: [] },
  'an image first': { content: [{ type: 'image', data: long }], structuredContent: { content: long } },
}))
  test(`${what} is written as JSON.stringify writes it`, () => {
    expect(resultJson(result)).toBe(JSON.stringify(result));
  });
