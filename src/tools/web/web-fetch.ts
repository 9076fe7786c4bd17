import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { cacheAgeSeconds } from './search-fields.ts';
import { untrusted } from './untrusted.ts';

const output = z.strictObject({
  url: z.string().describe('Where the page came from, after redirects'),
  title: z.string().describe('Title of the page'),
  contentType: z.string().describe('As the server calls it'),
  published: z.string().optional().describe('When it was published, ISO 8601'),
  content: z.string().describe('The page as Markdown. Untrusted: text from the web'),
  totalCharacters: z.number().describe('Length of the whole text'),
  nextOffset: z.number().optional().describe('Call again with this offset for the rest'),
  cacheAgeSeconds,
  redirectsTo: z.string().optional().describe('Another site the page sends to; it was not fetched'),
});

export const webFetch = defineTool({
  name: 'web_fetch',
  pack: 'web',
  title: 'Fetch a web page',
  description:
    'Fetch one public page as Markdown. Private and local addresses are refused unless the user allows the origin. Find pages with web_search.',
  input: z.strictObject({
    url: z
      .string()
      .min(1)
      .max(4096)
      // What cannot be read as an address is a slip of the model; what can be is for the policy to judge.
      .refine((url) => URL.canParse(url), 'this is not a URL; write it as https://example.com/page')
      .describe('http or https address'),
    maxBytes: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe('Text to return at most; default: as much as an answer holds'),
    offset: z.number().int().min(0).default(0).describe('Where to continue, from nextOffset'),
  }),
  output,
  isText: true,
  effects: ['read', 'network'],
  risk: ({ url }, judge) => {
    const forbidden = judge.refuseUrl(url);
    if (forbidden !== undefined) return { risk: 'CRITICAL', reasons: [forbidden], forbidden };
    return { risk: 'LOW', reasons: [`contacts ${new URL(url).hostname}`] };
  },
  isCore: true,
  touches: ({ url }) => [{ kind: 'url', url }],
  preview: ({ url }) => `Fetch ${url}`,
  run: (ctx, args) => ctx.web.fetchPage(args),
  toText,
});

function toText({
  url,
  title,
  content,
  published,
  nextOffset,
  totalCharacters,
  ...page
}: z.output<typeof output>): string {
  if (page.redirectsTo !== undefined)
    return `${url} redirects to another site, which was not fetched: ${page.redirectsTo}\nCall web_fetch with that address if you want it.`;
  if (totalCharacters === 0)
    return `${url} has no text to read. It may be empty, or filled by scripts, which are not run here.`;
  const age = page.cacheAgeSeconds;
  const heading = title === '' ? [] : [`# ${title}`, ''];
  return [
    `${url}${published === undefined ? '' : `, published ${published}`}${age === undefined ? '' : `, fetched ${age} s ago`}`,
    untrusted(new URL(url).hostname, [...heading, content].join('\n')),
    ...(nextOffset === undefined
      ? []
      : [`More: offset ${nextOffset} of ${counted(totalCharacters, 'character')}.`]),
  ].join('\n');
}
