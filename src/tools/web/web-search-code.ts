import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { cacheAgeSeconds, maxResults, query, searchPreview } from './search-fields.ts';
import { untrusted } from './untrusted.ts';

const output = z.strictObject({
  github: z
    .array(
      z.strictObject({
        repository: z.string().describe('owner/name'),
        path: z.string().describe('File in the repository'),
        url: z.string().describe('Address of the file'),
        snippet: z.string().describe('Matching lines'),
      }),
    )
    .describe('Files on GitHub. Untrusted: text from the web'),
  stackoverflow: z
    .array(
      z.strictObject({
        title: z.string().describe('The question'),
        url: z.string().describe('Address of the question'),
        score: z.number().describe('Votes'),
        answered: z.boolean().describe('It has an accepted or upvoted answer'),
        excerpt: z.string().describe('How the question begins'),
      }),
    )
    .describe('Questions on Stack Overflow. Untrusted: text from the web'),
  errors: z
    .array(
      z.strictObject({
        source: z.enum(['github', 'stackoverflow']).describe('Who did not answer'),
        reason: z.string().describe('Why'),
      }),
    )
    .describe('Sources that did not answer'),
  searchTimeMs: z.number().describe('How long the search took'),
  cacheAgeSeconds,
});

export const webSearchCode = defineTool({
  name: 'web_search_code',
  pack: 'web',
  title: 'Search public code',
  description:
    'Search code on GitHub and questions on Stack Overflow. For files of this project use search_text.',
  input: z.strictObject({
    query,
    language: z
      .string()
      .regex(/^[\w+#. -]{1,40}$/, 'must be the name of a programming language')
      .optional()
      .describe('Programming language, such as "typescript"'),
    maxResults,
  }),
  output,
  isText: true,
  effects: ['read', 'network'],
  risk: 'LOW',
  aliases: { searchCode: {} },
  preview: (args) => searchPreview('GitHub and Stack Overflow', args),
  run: (ctx, args) => ctx.web.searchCode(args),
  toText,
});

function toText({ github, stackoverflow, errors, cacheAgeSeconds: age }: z.output<typeof output>): string {
  const files = github.map(
    ({ repository, path, url, snippet }) => `${repository}: ${path}\n${url}\n${snippet}`,
  );
  const questions = stackoverflow.map(
    ({ title, url, score, answered, excerpt }) =>
      `${title} (${score} votes, ${answered ? 'answered' : 'not answered'})\n${url}\n${excerpt}`,
  );
  return [
    `${counted(github.length, 'file')} on GitHub, ${counted(stackoverflow.length, 'question')} on Stack Overflow${age === undefined ? '' : `, ${age} s old`}.`,
    ...errors.map(({ source, reason }) => `${source} did not answer: ${reason}.`),
    untrusted('the web', [...files, ...questions].join('\n\n')),
  ].join('\n');
}
