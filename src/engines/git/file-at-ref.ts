import { ToolError } from '../../core/errors.ts';
import { imageTypeOf } from '../files/image-type.ts';
import { decode, detectForm, type TextEncoding } from '../files/text-form.ts';
import { lineStarts, pageOf } from '../files/text-page.ts';
import { toPathspec } from './paths.ts';
import type { Repository } from './repository.ts';
import type { Git } from './run-git.ts';

export interface FileAtRefOptions {
  readonly ref: string;
  readonly path: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly maxBytes: number;
}

export interface FileAtRef {
  readonly path: string;
  readonly content: string;
  readonly encoding: TextEncoding | 'base64';
  readonly mimeType?: string;
  readonly size: number;
  readonly totalLines?: number;
  readonly truncated: boolean;
  readonly nextLine?: number;
  readonly nextColumn?: number;
}

const MOST_BINARY_BYTES = 1_048_576;

/** A file as it was in a commit, from the bytes git holds: no filter or conversion runs. Text comes in pages. */
export async function readFileAt(
  git: Git,
  repository: Repository,
  { ref, path: named, ...wanted }: FileAtRefOptions,
): Promise<FileAtRef> {
  const path = toPathspec(named, repository);
  const bytes = await readBlob(git, ref, path);
  const size = bytes.length;
  const form = detectForm(bytes, { isWhole: true });
  if (!form) return { path, ...binary(bytes, path, ref), size, truncated: false };
  const text = decode(bytes, form);
  const starts = lineStarts(text);
  const page = pageOf(text, starts, { ...wanted, maxLines: starts.length });
  return { path, ...page, encoding: form.encoding, size, totalLines: starts.length };
}

async function readBlob(git: Git, ref: string, path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    await git(['cat-file', 'blob', `${ref}^{commit}:${path}`], { onBytes: (chunk) => chunks.push(chunk) });
  } catch (error) {
    throw explained(error, path, ref);
  }
  return Buffer.concat(chunks);
}

function binary(
  bytes: Buffer,
  path: string,
  ref: string,
): Pick<FileAtRef, 'content' | 'encoding' | 'mimeType'> {
  if (bytes.length > MOST_BINARY_BYTES)
    throw new ToolError('TOO_LARGE', `${path} is binary in ${ref} and has ${bytes.length} bytes`, {
      hint: 'Check it out with add_worktree and read it there.',
    });
  const mimeType = imageTypeOf(bytes);
  return {
    content: bytes.toString('base64'),
    encoding: 'base64',
    ...(mimeType !== undefined && { mimeType }),
  };
}

function explained(error: unknown, path: string, ref: string): unknown {
  if (!(error instanceof ToolError)) return error;
  if (/bad file|could not get object info/i.test(error.message))
    return new ToolError('VALIDATION', `${path} is not a file in ${ref}`, {
      hint: 'Name a file, not a directory.',
      cause: error,
    });
  if (/does not exist in|exists on disk, but not in/i.test(error.message))
    return new ToolError('NOT_FOUND', `${path} does not exist in ${ref}`, {
      hint: 'git_log with this path names the commits that changed it.',
      cause: error,
    });
  return error;
}
