import { decodeHTML } from 'entities';

// Letters that no reader sees but a model reads: tags, direction marks, zero-width spaces, control characters.
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Without characters that are invisible; they carry nothing but hidden instructions. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** A title or snippet as one line of text, whatever markup a provider left in it. */
export const toLine = (html: string): string =>
  withoutInvisible(decodeHTML(html.replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ')))
    .replace(/\s+/g, ' ')
    .trim();

/** The beginning of a text, cut between words. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length - 40)).trimEnd()}…`;
}
