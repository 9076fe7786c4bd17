import * as z from 'zod';
import { textContent } from '../../core/call/content.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { pageContent } from '../filesystem/page-content.ts';
import { diffFields, diffText, toDiffOutput } from './diff-output.ts';
import { commitFields, filePath, maxBytes, reads, readsFiles, ref, repositoryPath } from './fields.ts';

const commit = z.strictObject({ ...commitFields, ...diffFields });
const file = z.strictObject({
  path: z.string().describe('Relative to the top of the repository'),
  content: z.string().describe('The text at that commit; base64 of a binary file'),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'base64']).describe('Of the file'),
  hasBadBytes: z.boolean().optional().describe('Some bytes are not UTF-8; each shows as U+FFFD'),
  mimeType: z.string().optional().describe('Of an image'),
  size: z.number().describe('Bytes'),
  totalLines: z.number().optional().describe('Of text'),
  truncated: z.boolean().describe('More follows'),
  nextLine: z.number().optional().describe('startLine of the next page'),
  nextColumn: z.number().optional().describe('startColumn of the next page'),
});

export const gitShow = defineTool({
  name: 'git_show',
  pack: 'git',
  title: 'Show a commit',
  description: 'Show a commit and its changes; with path, that file as of the commit.',
  input: z.strictObject({
    repositoryPath,
    ref: ref.default('HEAD').describe('Hash, branch or tag'),
    path: filePath.optional().describe('File to show as it was then'),
    startLine: z.number().int().min(1).default(1).describe('With path: first line'),
    startColumn: z
      .number()
      .int()
      .min(1)
      .default(1)
      .describe('Column to start at, for lines longer than a page'),
    maxBytes: maxBytes.describe('Maximum bytes of patch or text'),
  }),
  output: z.strictObject({
    commit: commit.optional().describe('Without path: the commit and its diff'),
    file: file.optional().describe('With path: the file'),
  }),
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  isSandboxed: true,
  touches: ({ repositoryPath: repository, path }) =>
    path === undefined ? reads(repository) : readsFiles(repository, [path]),
  run: async (
    ctx,
    { repositoryPath: repository, ref: at, path, startLine, startColumn, maxBytes: limit },
  ) => {
    if (path !== undefined) {
      const page = { startLine, startColumn, maxBytes: limit };
      return { file: await ctx.git.fileAt(repository, { ref: at, path, ...page }) };
    }
    const { hash, author, email, date, subject, body, ...diff } = await ctx.git.show(repository, at, {
      maxBytes: limit,
    });
    return {
      commit: {
        hash,
        author,
        email,
        date,
        subject,
        ...(body !== undefined && { body }),
        ...toDiffOutput(diff),
      },
    };
  },
  toContent: ({ commit: shown, file: then }) =>
    then
      ? pageContent(then, (path) => `git:${encodeURI(path)}`)
      : [textContent(shown ? commitText(shown) : '')],
});

function commitText(shown: z.output<typeof commit>): string {
  const { hash, author, email, date, subject, body } = shown;
  const message = body === undefined ? subject : `${subject}\n\n${body}`;
  return `commit ${hash}\n${author} <${email}> ${date}\n\n${message}\n\n${diffText(shown)}`;
}
