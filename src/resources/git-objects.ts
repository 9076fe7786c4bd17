import { dirname } from 'node:path';
import type { Answer } from '../core/call/call.ts';
import { ToolError } from '../core/errors.ts';
import { isInside } from '../core/path/paths.ts';
import type { ClientContext } from '../core/tool/prompt.ts';
import { defineResource } from '../core/tool/resource.ts';

interface Shown {
  readonly file?: {
    readonly content: string;
    readonly encoding: string;
    readonly mimeType?: string;
    readonly size: number;
    readonly truncated: boolean;
  };
}
interface Branches {
  readonly branches: readonly { readonly name: string }[];
}

/** A resource is answered whole; git_show has pages. */
const MOST_TEXT_BYTES = 1_000_000;

/** Files as they were at a commit, under the policy of git_show. */
export const gitObjects = defineResource({
  name: 'git-object',
  pack: 'git',
  title: 'File at a commit',
  description:
    'A file of a repository as it was at a commit: git://<ref>/<absolute path>, "/" in the ref as %2F',
  uri: 'git://{ref}/{+path}',
  complete: {
    ref: async (typed, ctx) => {
      const answer = await ctx.call('git_list_branches', {});
      if (answer.kind !== 'result' || !answer.ok) return [];
      // Sound: the gate parsed the answer with the tool's output schema.
      const { branches } = answer.data as unknown as Branches;
      return branches.map(({ name }) => encodeURIComponent(name)).filter((name) => name.startsWith(typed));
    },
  },
  read: async (uri, { ref = '', path = '' }, ctx) => {
    const answer = await showFile(`/${path}`, ref, ctx);
    if (answer.kind !== 'result')
      throw new ToolError('PERMISSION_DENIED', `${uri} needs a person's approval`);
    if (!answer.ok) throw answer.error;
    // Sound: the gate parsed the answer with the tool's output schema.
    const { file } = answer.data as unknown as Shown;
    if (file?.encoding === 'base64')
      return [{ uri, mimeType: file.mimeType ?? 'application/octet-stream', blob: file.content }];
    if (file?.truncated)
      throw new ToolError('TOO_LARGE', `${uri} has ${file.size} bytes, more than ${MOST_TEXT_BYTES}`, {
        hint: 'Read it page by page with git_show.',
      });
    return [{ uri, mimeType: 'text/plain', text: file?.content ?? '' }];
  },
});

/** The directory of the file may be gone since; one above it is in the same repository then. */
async function showFile(path: string, ref: string, ctx: ClientContext): Promise<Answer> {
  for (let repositoryPath = dirname(path); ; repositoryPath = dirname(repositoryPath)) {
    const answer = await ctx.call('git_show', { repositoryPath, ref, path, maxBytes: MOST_TEXT_BYTES });
    const isGone = answer.kind === 'result' && !answer.ok && /does not exist$/.test(answer.error.message);
    if (!isGone || !isInside(dirname(repositoryPath), ctx.caller.roots)) return answer;
  }
}
