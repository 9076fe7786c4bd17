import { expect, test } from 'vitest';
import { toMarkdown } from './to-markdown.ts';

const read = (html: string): string => toMarkdown({ html, url: 'https://example.com/' }).markdown;

test.each([
  'display:none',
  'DISPLAY : NONE !important',
  'visibility:hidden',
  'font-size:0',
  'font-size: 0.5px',
  'opacity:0',
  'opacity:0.01',
  'position:absolute;left:-9999px',
  'position:fixed; top: -100em',
  'text-indent:-9999px',
  'color:white;background:#fff',
  'color:#FFFFFF;background-color:rgb(255, 255, 255)',
  'color:transparent',
  'color:rgba(0,0,0,0)',
  'transform:scale(0)',
  'transform: translateX(-9999px)',
  'clip-path:inset(100%)',
  'position:absolute;clip:rect(0,0,0,0)',
  'height:0;overflow:hidden',
  'max-height:0px; overflow: hidden',
  'width:1px;height:1px;overflow:hidden',
])('text with the style "%s" is not read, in an attribute or by a rule', (style) => {
  const around = (inner: string, sheet = '') =>
    `<html><head><style>${sheet}</style></head><body><p>seen</p>${inner}<p>seen too</p></body></html>`;
  for (const page of [
    around(`<p style="${style}">SECRET <b>WORDS</b></p>`),
    around('<p class="x y">SECRET <b>WORDS</b></p>', `/* a */ .y { ${style} }`),
    around('<p id="x">SECRET <b>WORDS</b></p>', `@media screen { div, #x{${style}} }`),
    around('<div class="a"><p>SECRET <b>WORDS</b></p></div>', `.a > p{${style}}`),
  ]) {
    const text = read(page);
    expect(text).toContain('seen too');
    expect(text).not.toMatch(/SECRET|WORDS/);
  }
});

test('the colour of the ground around hides as well', () => {
  const page = '<div style="background:#123456"><p>seen</p><p style="color:#123456">SECRET</p></div>';
  expect(read(page)).toBe('seen');
});

test.each([
  ['a rule for paper', '@media print{.x{display:none}}', 'class="x"'],
  ['a rule for small screens', '@media (max-width:600px){.x{display:none}}', 'class="x"'],
  ['a rule that a later one takes back', '.x{display:none} .x{display:block}', 'class="x"'],
  ['a rule that a heavier one takes back', '.x.on{display:block} .x{display:none}', 'class="x on"'],
  ['a rule that the style takes back', '.x{display:none}', 'class="x" style="display:block"'],
  ['the beginning of an animation', '@keyframes a{from{opacity:0}}', 'class="x"'],
  ['text that fades in', '.x{opacity:0;transition:opacity 1s}', 'class="x"'],
  ['letters cut out of a picture', '.x{color:transparent;background-clip:text}', 'class="x"'],
  ['white on black', '.x{color:#fff;background:#000}', 'class="x"'],
  ['white on whatever there is', '.x{color:#fff}', 'class="x"'],
  ['ordinary sizes and places', '.x{position:absolute;left:-20px;height:100px;overflow:hidden}', 'class="x"'],
  ['rules of another element', '.y{display:none} .x .y{display:none}', 'class="x"'],
])('%s hides nothing', (_, sheet, attributes) => {
  expect(read(`<style>${sheet}</style><p>before</p><p ${attributes}>readable</p>`)).toContain('readable');
});

test('what shows its own text stays in an element that hides its text', () => {
  const list = '<ul style="font-size:0">SECRET<li style="font-size:16px">one</li><li>SECRET</li></ul>';
  const text = read(`<p>before</p>${list}`);
  expect(text).toContain('one');
  expect(text).not.toContain('SECRET');
});

test('a page that scripts show is read, and one full of rules in time', () => {
  expect(read('<html><body style="opacity:0;visibility:hidden"><p>readable</p></body></html>')).toBe(
    'readable',
  );
  const rules = Array.from({ length: 4000 }, (_, i) => `.c${i} .d${i % 7}{display:none}`).join('\n');
  const body = Array.from(
    { length: 3000 },
    (_, i) => `<p class="d${i % 7}" style="color:red">w${i}</p>`,
  ).join('');
  const before = performance.now();
  expect(read(`<style>${rules}</style>${body}`)).toContain('w2999');
  expect(performance.now() - before).toBeLessThan(30_000);
});
