import { TextDecoder } from 'node:util';
import { ToolError } from '../../../core/errors.ts';
import type { Asker } from '../../../core/timing/slots.ts';
import type { EgressAnswer } from '../../egress/answer.ts';
import { toLine, withoutInvisible } from '../plain-text.ts';
import { toIsoDate } from '../search/dates.ts';
import type { Converter } from './convert-apart.ts';
import type { PageText } from './fetch-page.ts';

const HTML = /^(text\/html|application\/xhtml\+xml)$/;
const TEXT = /^(text\/.+|application\/(.+\+)?(json|xml|yaml|x-yaml|toml|javascript|ecmascript|x-ndjson))$/;

/** An answer as text: Markdown of a page, anything else that is text as it is. */
export async function readText(
  answer: EgressAnswer,
  convert: Converter['convert'],
  asker: Asker,
): Promise<PageText> {
  const { url } = answer;
  const [type = ''] = (answer.headers.get('content-type') ?? 'text/html').split(';');
  const contentType = type.trim().toLowerCase();
  if (!HTML.test(contentType) && !TEXT.test(contentType)) throw notText(url, contentType);
  const text = decode(answer);
  if (!HTML.test(contentType)) return { url, title: '', contentType, content: withoutInvisible(text).trim() };
  const { title, markdown, published } = await convert({ html: text, url }, asker);
  const date = published === undefined ? undefined : toIsoDate(published, new Date());
  return {
    url,
    title: toLine(title),
    contentType,
    ...(date !== undefined && { published: date }),
    content: withoutInvisible(markdown).trim(),
  };
}

const notText = (url: string, contentType: string): ToolError =>
  new ToolError('VALIDATION', `${url} is ${contentType}, which is not text`, {
    hint: 'web_fetch reads pages and text files. Look for a page that has the same as text.',
  });

const META_CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{1,40})/i;

/** A mark at the start goes before what is said elsewhere. */
const MARKS = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
] as const;

/** In the encoding of its mark, else in the charset of the header, else in the one the page itself names. */
function decode(answer: EgressAnswer): string {
  const start = answer.bytes().subarray(0, 3).toString('hex');
  const marked = MARKS.find(([mark]) => start.startsWith(mark))?.[1];
  if (marked !== undefined) return new TextDecoder(marked).decode(answer.bytes());
  if (/charset\s*=/i.test(answer.headers.get('content-type') ?? '')) return answer.text();
  const bytes = answer.bytes();
  const named = META_CHARSET.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1];
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return answer.text();
  }
}
