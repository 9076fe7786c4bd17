import * as z from 'zod';
import { defineTool } from '../../core/tool.ts';
import { diffFields, diffText, toDiffOutput } from './diff-output.ts';
import { commitFields, filePath, maxBytes, reads, readsFiles, ref, repositoryPath } from './fields.ts';

const commit = z.strictObject({ ...commitFields, ...diffFields });
const file = z.strictObject({
  path: z.string().describe('From the top of the repository'),
  content: z.string().describe('The text at that commit'),
  size: z.number().describe('Bytes'),
});

export const gitShow = defineTool({
  name: 'git_show',
  pack: 'git',
  title: 'Show a commit',
  description: 'A commit with what it changed; with path, that file as it was at the commit.',
  input: z.strictObject({
    repositoryPath,
    ref: ref.default('HEAD').describe('Hash, branch or tag'),
    path: filePath.optional().describe('File to show as it was then'),
    maxBytes,
  }),
  output: z.strictObject({
    commit: commit.optional().describe('Without path: the commit and its diff'),
    file: file.optional().describe('With path: the file'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  isSandboxed: true,
  touches: ({ repositoryPath: repository, path }) =>
    path === undefined ? reads(repository) : readsFiles(repository, [path]),
  run: async (ctx, { repositoryPath: repository, ref: at, path, maxBytes: limit }) => {
    if (path !== undefined) return { file: await ctx.git.fileAt(repository, at, path) };
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
  toText: ({ commit: shown, file: then }) => {
    if (then) return then.content;
    if (!shown) return '';
    const { hash, author, email, date, subject, body } = shown;
    const message = body === undefined ? subject : `${subject}\n\n${body}`;
    return `commit ${hash}\n${author} <${email}> ${date}\n\n${message}\n\n${diffText(shown)}`;
  },
});
