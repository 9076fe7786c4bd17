import { ToolError } from '../../../core/errors.ts';
import type { CutText } from '../../../core/text/cut-text.ts';
import { asBase64, type ReadFile, textPage } from '../../files/read/file-content.ts';
import { detectForm } from '../../files/read/text-form.ts';
import type { Repository } from '../repository/repository.ts';
import { toPathspec } from '../run/paths.ts';
import type { Git } from '../run/run-git.ts';

export interface FileAtRefOptions {
  readonly ref: string;
  readonly path: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly maxBytes: number;
}

export type FileAtRef = Omit<ReadFile, 'language' | 'lastModified' | 'sha256'>;

const MOST_BINARY_BYTES = 1_048_576;

/** A file as it was in a commit, from the bytes git holds: no filter or conversion runs. Text comes in pages. */
export async function readFileAt(
  git: Git,
  repository: Repository,
  { ref, path: named, ...wanted }: FileAtRefOptions,
  cut: CutText,
): Promise<FileAtRef> {
  const path = toPathspec(named, repository);
  const bytes = await readBlob(git, ref, path);
  const size = bytes.length;
  const form = detectForm(bytes, { isWhole: true });
  if (form)
    return { path, ...textPage(bytes, form, { ...wanted, cut, maxLines: Number.POSITIVE_INFINITY }), size };
  if (size > MOST_BINARY_BYTES)
    throw new ToolError('TOO_LARGE', `${path} is binary in ${ref} and has ${size} bytes`, {
      hint: 'Check it out with add_worktree and read it there.',
    });
  return { path, ...asBase64(bytes), size };
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

function explained(error: unknown, path: string, ref: string): unknown {
  if (!(error instanceof ToolError)) return error;
  if (path === '.' || /bad file|could not get object info/i.test(error.message))
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
