import { hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { extname } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { languageOf } from './language.ts';
import { withOpened } from './open-inside.ts';

export interface ReadOptions {
  readonly startLine: number;
  readonly maxLines: number;
  readonly encoding: 'utf-8' | 'base64';
  readonly maxBytes: number;
}

export interface ReadFile {
  readonly path: string;
  readonly content: string;
  readonly encoding: 'utf-8' | 'base64';
  readonly mimeType?: string;
  readonly size: number;
  readonly totalLines: number;
  readonly truncated: boolean;
  readonly language: string;
  readonly lastModified: string;
  readonly sha256: string;
}

export function readFile(path: string, roots: readonly string[], options: ReadOptions): ReadFile {
  return withOpened(path, roots, ({ fd, stats }) => {
    if (stats.isDirectory()) {
      throw new ToolError('VALIDATION', `${path} is a directory`, { hint: 'Use list_directory.' });
    }
    if (!stats.isFile()) throw new ToolError('VALIDATION', `${path} is not a regular file`);
    if (stats.size > options.maxBytes) {
      throw new ToolError('TOO_LARGE', `${path} has ${stats.size} bytes, more than ${options.maxBytes}`, {
        hint: 'Raise maxBytes, or read a part with another tool.',
      });
    }
    const bytes = readAll(fd, stats.size, options.maxBytes);
    const isText = options.encoding === 'utf-8' && !bytes.subarray(0, 8192).includes(0);
    const mimeType = IMAGE_TYPES[extname(path).toLowerCase()];
    return {
      path,
      ...(isText ? pageOf(bytes.toString('utf8'), options) : wholeOf(bytes)),
      ...(mimeType !== undefined && !isText && { mimeType }),
      size: bytes.length,
      language: isText ? languageOf(path) : 'binary',
      lastModified: stats.mtime.toISOString(),
      sha256: hash('sha256', bytes),
    };
  });
}

/** Reads to the end of the file, which may have grown or shrunk since it was measured. */
function readAll(fd: number, size: number, maxBytes: number): Buffer {
  const parts: Buffer[] = [];
  for (let total = 0; total <= maxBytes; ) {
    const part = Buffer.allocUnsafe(Math.max(size - total, 0) + 1);
    const count = readSync(fd, part, 0, part.length, total);
    if (count === 0) break;
    parts.push(part.subarray(0, count));
    total += count;
  }
  const [first] = parts;
  return parts.length === 1 && first ? first : Buffer.concat(parts);
}

function pageOf(text: string, { startLine, maxLines }: ReadOptions) {
  const starts = lineStarts(text);
  const from = starts[startLine - 1] ?? text.length;
  const to = starts[startLine - 1 + maxLines] ?? text.length;
  return {
    content: text.slice(from, to),
    encoding: 'utf-8' as const,
    totalLines: starts.length,
    truncated: to < text.length,
  };
}

const wholeOf = (bytes: Buffer) => ({
  content: bytes.toString('base64'),
  encoding: 'base64' as const,
  totalLines: 0,
  truncated: false,
});

function lineStarts(text: string): number[] {
  if (text === '') return [];
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};
