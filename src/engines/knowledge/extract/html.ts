import { Parser } from 'htmlparser2';

const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
  'nav',
  'footer',
  'iframe',
]);
const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt figure figcaption form h1 h2 h3 h4 h5 h6 hr li main ol p pre section table tbody td th thead tr ul'.split(
    ' ',
  ),
);

/** No page that people read is nested like that, and each level makes the next one slower. */
const DEEPEST = 5_000;

/** The text of a page as Markdown, as far as headings and paragraphs go. */
export function htmlText(html: string): { readonly text: string; readonly title: string | undefined } {
  const parts: string[] = [];
  let title = '';
  let isTitle = false;
  let skipped = 0;
  let preformatted = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (++depth > DEEPEST) throw new Error(`The page is nested more than ${DEEPEST} elements deep`);
      if (name === 'title') isTitle = true;
      if (SKIPPED.has(name)) skipped++;
      if (name === 'pre') preformatted++;
      if (skipped > 0) return;
      if (BLOCKS.has(name)) parts.push(name === 'p' || name === 'pre' ? '\n\n' : '\n');
      if (/^h[1-6]$/.test(name)) parts.push(`\n${'#'.repeat(Number(name[1]))} `);
      if (name === 'li') parts.push('- ');
    },
    ontext: (text) => {
      if (isTitle) title += text;
      else if (skipped === 0) parts.push(preformatted > 0 ? text : text.replaceAll(/\s+/g, ' '));
    },
    onclosetag: (name) => {
      depth--;
      if (name === 'title') isTitle = false;
      if (SKIPPED.has(name)) skipped = Math.max(0, skipped - 1);
      if (name === 'pre') preformatted--;
      if (skipped === 0 && BLOCKS.has(name)) parts.push(/^(?:h[1-6]|p|pre)$/.test(name) ? '\n\n' : '\n');
    },
  });
  parser.end(html);
  const text = parts
    .join('')
    .replaceAll(/(?<![ \t])[ \t]+\n/g, '\n')
    .replaceAll(/\n[ \t]+(?=\S)/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n');
  return { text: text.trim(), title: title.trim() === '' ? undefined : title.trim() };
}
