import { fileURLToPath, pathToFileURL } from 'node:url';
import { ToolError } from '../core/errors.ts';
import type { ClientContext } from '../core/prompt.ts';
import { defineResource } from '../core/resource.ts';

interface Listed {
  readonly entries: readonly { readonly name: string; readonly path: string; readonly type: string }[];
}
interface FileRead {
  readonly content: string;
  readonly encoding: 'utf-8' | 'base64';
  readonly mimeType?: string;
}

/** Files of the open directories, under the policy of read_file. */
export const projectFiles = defineResource({
  name: 'project-file',
  pack: 'filesystem',
  title: 'File of an open directory',
  description: 'Any file inside the open directories, by its file:// address',
  uri: 'file:///{+path}',
  list: async (ctx) => {
    const found = await Promise.all(ctx.caller.roots.map((root) => filesIn(root, ctx)));
    return found.flat().map(({ name, path }) => ({ uri: pathToFileURL(path).href, name }));
  },
  complete: {
    path: async (typed, ctx) => {
      const found = await Promise.all(ctx.caller.roots.map((root) => filesIn(root, ctx)));
      return found
        .flat()
        .map(({ path }) => path.slice(1))
        .filter((path) => path.startsWith(typed));
    },
  },
  read: async (uri, _params, ctx) => {
    const answer = await ctx.call('read_file', { path: fileURLToPath(uri), maxLines: 1_000_000 });
    if (answer.kind !== 'result')
      throw new ToolError('PERMISSION_DENIED', `${uri} needs a person's approval`);
    if (!answer.ok) throw answer.error;
    // Sound: the gate parsed the answer with the tool's output schema.
    const { content, encoding, mimeType } = answer.data as unknown as FileRead;
    return [
      encoding === 'base64'
        ? { uri, mimeType: mimeType ?? 'application/octet-stream', blob: content }
        : { uri, mimeType: 'text/plain', text: content },
    ];
  },
});

/** The top of a root is enough for a listing: clients read it whole, and list_directory goes on from there. */
async function filesIn(root: string, ctx: ClientContext): Promise<Listed['entries']> {
  const answer = await ctx.call('list_directory', { path: root });
  if (answer.kind !== 'result' || !answer.ok) return [];
  return (answer.data as unknown as Listed).entries.filter(({ type }) => type === 'file');
}
