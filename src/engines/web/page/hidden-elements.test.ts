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
  '--v:none;display:var(--v)',
  '--a:var(--b);--b:none;display:var(--a, block)',
  'display:var(--nowhere, none)',
  '--Off:-9999px;--off:0;position:absolute;left:var(--Off)',
  'font-size:calc(0px)',
  'font-size:calc(1rem * 0)',
  'font-size:min(0px, 2em)',
  'font:0/0 a',
  'font: italic bold calc(0px)/1 a, serif',
  'opacity:calc(0)',
  'zoom:0.01',
  'position:absolute;left:calc(0px - 9999px)',
  'position:fixed;inset:-9999px auto auto -9999px',
  'position:absolute;inset-inline-start:-9999px',
  'margin:0 0 0 -9999px',
  'clip-path:polygon(0 0,0 0)',
  'clip-path:polygon(0 0, 100% 0, 50% 0)',
  'mask:linear-gradient(transparent,transparent)',
  '-webkit-mask-image:linear-gradient(to right, rgba(0,0,0,0), #0000 50%)',
  '-webkit-text-fill-color:transparent',
  'd\\69splay:n\\6fne',
  'background:url(data:image/png;base64,AA==);display:none',
  "content:'}';display:none",
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

test.each([
  ['a nested rule', '.x{& .y{display:none}}'],
  ['a nested rule without a sign', '.x, .z{color:red; p.y{display:none} margin:0}'],
  ['a rule in two others', '.x{div{> .y{display:none}}}'],
  ['a group in a rule', '.y{@media screen{display:none}}'],
  ['a rule behind a brace in quotes', '.a::before{content:"{"} .y{display:none}'],
  ['a rule that the end closes', '.y{display:none'],
  ['a list of selectors', ':is(.a,.y){display:none}'],
  ['every screen', '@media (min-width: 1px) and (min-height:0){.y{display:none}}'],
  ['a variable of the page', ':root{--v:none} .y{display:var(--v)}'],
  ['a variable of an element around', '.y{display:var(--v)} .x{--v:none}'],
])('text that %s hides is not read', (_, sheet) => {
  const page = `<style>${sheet}</style><p>seen</p><div class="x"><div><p class="y">SECRET</p></div></div><p>too</p>`;
  expect(read(page)).toBe('seen\n\ntoo');
});

test.each([
  '<dialog>SECRET</dialog>',
  '<div popover>SECRET</div>',
  '<details>SECRET</details>',
  '<details><summary style="font-size:0">SECRET</summary>SECRET</details>',
  '<video>SECRET</video>',
])('what browsers hide themselves is not read: %s', (hidden) => {
  expect(read(`<p>seen</p>${hidden}<p>too</p>`)).toBe('seen\n\ntoo');
});

test('what is open, or says what a click on it shows, is read', () => {
  const page =
    '<p>a</p><dialog open><p>b</p></dialog><details><summary>More</summary><p>c</p></details><div popover class="x"><p>d</p></div>';
  expect(read(`<style>.x{display:block}</style>${page}`).replace(/\s+/g, ' ')).toBe('a b More c d');
});

test('a variable that is reached over many others, or over too many to follow, hides', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, i) => `--v${i}:var(--e)var(--v${i + 1})`).join(';');
  for (const length of [200, 5000]) {
    const sheet = `:root{--e:;${chain(length)};--v${length}:none} .x{display:var(--v0)}`;
    expect(read(`<style>${sheet}</style><p>seen</p><p class="x">SECRET</p>`)).toBe('seen');
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
  [
    'a variable that has no value here',
    '.x{display:var(--d);opacity:var(--o);font-size:var(--s)}',
    'class="x"',
  ],
  [
    'a variable that is set by itself',
    '.x{--h:var(--h,1px);--i:var(--j);--j:var(--i);height:var(--h);display:var(--i)}',
    'class="x"',
  ],
  ['white on a picture', 'body{background:#fff}.x{color:#fff;background-image:url(a.png)}', 'class="x"'],
  ['a variable that shows', ':root{--d:block}.x{display:var(--d, none)}', 'class="x"'],
  ['a variable of another element', '.y{--v:none}.x{display:var(--v,block)}', 'class="x"'],
  [
    'colours from variables',
    ':root{--fg:#fff;--bg:#fff}.x{color:var(--fg);background:var(--b2)}',
    'class="x"',
  ],
  ['a size from the width of the screen', '.x{font-size:clamp(1rem, 2.5vw, 2rem)}', 'class="x"'],
  ['a size less than the screen', '.x{width:calc(100% - 1200px);overflow:hidden}', 'class="x"'],
  ['a place in the middle', '.x{position:absolute;left:calc(50% - 600px)}', 'class="x"'],
  ['a box in the middle', '.x{position:fixed;top:50%;left:50%;transform:translate(-50%,-50%)}', 'class="x"'],
  ['all sides', '.x{position:absolute;inset:0}', 'class="x"'],
  ['a ground over the whole width', '.x{margin:0 -9999px;padding:0 9999px}', 'class="x"'],
  ['ordinary fonts', '.x{font:700 16px/1.5 "A B",serif;line-height:0}', 'class="x"'],
  ['a font of the system', '.x{font:menu}', 'class="x"'],
  ['a cut corner', '.x{clip-path:polygon(0 0,100% 0,100% 90%,0 100%)}', 'class="x"'],
  ['a soft edge', '.x{mask-image:linear-gradient(to bottom, #000 80%, transparent)}', 'class="x"'],
  ['large screens', '@media (min-width:1024px){.x{display:none}}', 'class="x"'],
  ['a group in a rule for paper', '.x{@media print{display:none}}', 'class="x"'],
  ['a nested rule of another element', '.x{& .y{display:none} &.on{display:none}}', 'class="x"'],
  ['a nested rule that is taken back', '.x{display:none; &.on{display:block}}', 'class="x on"'],
  ['names with signs', '.md\\:hide{display:none} .x\\:y{opacity:0}', 'class="x md hide"'],
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
