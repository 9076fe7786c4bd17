import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ToolError } from '../core/errors.ts';
import { isInside } from '../core/path/paths.ts';
import type { ClientContext } from '../core/tool/prompt.ts';
import {
  defineResource,
  type ResourceContents,
  type ResourceLink,
  type ResourcePage,
} from '../core/tool/resource.ts';

interface Listed {
  readonly entries: readonly { readonly name: string; readonly path: string; readonly type: string }[];
  readonly nextCursor?: string;
}
interface FileRead {
  readonly content: string;
  readonly encoding: string;
  readonly mimeType?: string;
  readonly size: number;
  readonly nextLine?: number;
  readonly nextColumn?: number;
  readonly sha256?: string;
}

/** A resource is answered whole; what is longer is for read_file, which has pages. */
const MOST_TEXT_BYTES = 1_048_576;

/** Files of the open directories, under the policy of read_file. */
export const projectFiles = defineResource({
  name: 'project-file',
  pack: 'filesystem',
  title: 'File of an open directory',
  description: 'Any file inside the open directories, by its file:// address',
  uri: 'file:///{+path}',
  list: listPage,
  complete: {
    path: async (typed, ctx) => {
      const folder = dirname(`/${typed}x`);
      const { roots } = ctx.caller;
      const found = await Promise.all(
        (isInside(folder, roots) ? [folder] : roots).map((place) => entriesIn(place, ctx)),
      );
      return found
        .flatMap(({ entries }) => entries)
        .filter(({ type }) => type === 'file' || type === 'directory')
        .map(({ path, type }) => `${path.slice(1)}${type === 'directory' ? '/' : ''}`)
        .filter((path) => path.startsWith(typed));
    },
  },
  read: async (uri, _params, ctx) => [await readWhole(uri, ctx)],
});

/** Roots one after the other; a page ends where that of a root does. A cursor is the root and the place in it. */
async function listPage(ctx: ClientContext, cursor?: string): Promise<ResourcePage> {
  // Sound: the transport hands back only cursors that came from below.
  const [first, start] = cursor === undefined ? [] : (JSON.parse(cursor) as [string, string]);
  // A root that was closed in between has nothing more to list, and what came after it is not known.
  const from = first === undefined ? 0 : ctx.caller.roots.indexOf(first);
  const links: ResourceLink[] = [];
  for (const root of from < 0 ? [] : ctx.caller.roots.slice(from)) {
    const { entries, nextCursor } = await entriesIn(root, ctx, root === first ? start : undefined);
    const files = entries.filter(({ type }) => type === 'file');
    links.push(...files.map(({ name, path }) => ({ uri: pathToFileURL(path).href, name })));
    if (nextCursor !== undefined) return { links, nextCursor: JSON.stringify([root, nextCursor]) };
  }
  return { links };
}

async function readWhole(uri: string, ctx: ClientContext): Promise<ResourceContents> {
  const first = await readPage(uri, ctx, {});
  const { content, encoding, mimeType, size } = first;
  if (encoding === 'base64') return { uri, mimeType: mimeType ?? 'application/octet-stream', blob: content };
  if (size > MOST_TEXT_BYTES) {
    throw new ToolError('TOO_LARGE', `${uri} has ${size} bytes, more than ${MOST_TEXT_BYTES}`, {
      hint: 'Read it page by page with read_file.',
    });
  }
  const parts = [content];
  for (let page = first; page.nextLine !== undefined; ) {
    page = await readPage(uri, ctx, {
      startLine: page.nextLine,
      ...(page.nextColumn !== undefined && { startColumn: page.nextColumn }),
    });
    if (page.sha256 !== first.sha256)
      throw new ToolError('CONFLICT', `${uri} changed while it was read`, { retryable: true });
    parts.push(page.content);
  }
  return { uri, mimeType: 'text/plain', text: parts.join('') };
}

async function readPage(
  uri: string,
  ctx: ClientContext,
  start: { readonly startLine?: number; readonly startColumn?: number },
): Promise<FileRead> {
  const answer = await ctx.call('read_file', {
    path: fileURLToPath(uri),
    maxLines: MOST_TEXT_BYTES,
    ...start,
  });
  if (answer.kind !== 'result') throw new ToolError('PERMISSION_DENIED', `${uri} needs a person's approval`);
  if (!answer.ok) throw answer.error;
  // Sound: the gate parsed the answer with the tool's output schema.
  return answer.data as unknown as FileRead;
}

/** The top of a root is enough for a listing: list_directory goes on from there. */
async function entriesIn(folder: string, ctx: ClientContext, cursor?: string): Promise<Listed> {
  const answer = await ctx.call('list_directory', { path: folder, ...(cursor !== undefined && { cursor }) });
  // Sound: the gate parsed the answer with the tool's output schema.
  return answer.kind === 'result' && answer.ok ? (answer.data as unknown as Listed) : { entries: [] };
}
