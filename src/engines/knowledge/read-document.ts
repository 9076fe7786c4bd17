import { createHash } from 'node:crypto';
import { closeSync, lstatSync } from 'node:fs';
import { extname } from 'node:path';
import type { KnowledgeDocument } from '../../core/knowledge/vector-store.ts';
import { openInside } from '../files/open/open-inside.ts';
import { insideOf } from '../files/open/reach.ts';
import { languageOf } from '../files/read/language.ts';
import { readAll } from '../files/read/read-whole.ts';
import { decode, detectForm } from '../files/read/text-form.ts';
import type { TextFormat } from './cut/cut.ts';
import { docxText } from './extract/docx.ts';
import { htmlText } from './extract/html.ts';
import { pdfText } from './extract/pdf.ts';
import { makeDocument } from './make-document.ts';

type Data = Record<string, unknown>;

export interface ReadRequest {
  readonly path: string;
  /** Nothing outside of it is read, whatever links say by then. */
  readonly root: string;
  readonly name: string;
  readonly metadata: Readonly<Data>;
  readonly embedder: string;
  readonly maxBytes: number;
}

/** Why a file has nothing to search. */
export type SkipReason = 'binary' | 'empty' | 'tooLarge' | 'tooSlow' | 'unreadable' | 'noText' | 'gone';

export interface ReadDocument {
  readonly path: string;
  readonly mtimeMs: number;
  readonly size: number;
  readonly hash: string;
  readonly document?: KnowledgeDocument;
  readonly skipped?: SkipReason;
  /** In words, where there is more to say. */
  readonly reason?: string;
}

type Stamp = { readonly mtimeMs: number; readonly size: number } | undefined;

export const statFiles = (paths: readonly string[]): Stamp[] =>
  paths.map((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? { mtimeMs: stats.mtimeMs, size: stats.size } : undefined;
  });

/** Reads one file and takes it apart; what cannot be searched is answered with the reason. */
export async function readDocument(request: ReadRequest): Promise<ReadDocument> {
  const { path, root, maxBytes } = request;
  const file = { path, mtimeMs: 0, size: 0, hash: '' };
  try {
    const { fd, stats, realPath } = openInside(path, insideOf([root]));
    try {
      const { mtimeMs, size } = stats;
      const seen = { path, mtimeMs, size, hash: '' };
      if (realPath !== path || !stats.isFile())
        return { ...seen, skipped: 'unreadable', reason: 'It is a link' };
      if (size > maxBytes) return { ...seen, skipped: 'tooLarge', reason: `It has ${size} bytes` };
      const bytes = readAll(fd, size);
      const hash = createHash('sha256').update(bytes).digest('base64url');
      return { ...seen, hash, ...(await understand(bytes, request)) };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isGone = error instanceof Error && 'code' in error && error.code === 'NOT_FOUND';
    return { ...file, skipped: isGone ? 'gone' : 'unreadable', reason };
  }
}

async function understand(
  bytes: Buffer,
  { path, name, metadata, embedder }: ReadRequest,
): Promise<Pick<ReadDocument, 'document' | 'skipped' | 'reason'>> {
  if (bytes.length === 0) return { skipped: 'empty' };
  const read = await textOf(bytes, path);
  if ('skipped' in read) return read;
  const { text, format, title } = read;
  const language = languageOf(path);
  const facts = { language, ...(title !== undefined && { title }), ...metadata };
  const document = await makeDocument({ id: path, text, metadata: facts, embedder }, { path, name, format });
  return document.pieces.length > 0 ? { document } : { skipped: 'empty' };
}

type TextOf =
  | { readonly text: string; readonly format: TextFormat; readonly title?: string | undefined }
  | { readonly skipped: SkipReason; readonly reason?: string };

async function textOf(bytes: Buffer, path: string): Promise<TextOf> {
  const extension = extname(path).toLowerCase();
  if (extension === '.pdf' || bytes.toString('latin1', 0, 5) === '%PDF-') return ofPdf(bytes);
  if (extension === '.docx') return ofDocx(bytes);
  const form = detectForm(bytes, { isWhole: true });
  if (!form) return { skipped: 'binary' };
  const text = decode(bytes, form).replaceAll('\r\n', '\n');
  if (extension === '.html' || extension === '.htm' || extension === '.xhtml') {
    const { text: shown, title } = htmlText(text);
    return shown === ''
      ? { skipped: 'noText', reason: 'The page shows no text' }
      : { text: shown, format: 'markdown', title };
  }
  const language = languageOf(path);
  if (language === 'markdown' || language === 'mdx') return { text, format: 'markdown' };
  return { text, format: PROSE.has(language) ? 'plain' : 'code' };
}

const PROSE = new Set(['plaintext', 'json', 'jsonc', 'json5', 'yaml', 'toml', 'xml', 'ignore']);

async function ofPdf(bytes: Buffer): Promise<TextOf> {
  try {
    const pages = await pdfText(bytes);
    const text = pages.map((page, index) => `# Page ${index + 1}\n\n${page.trim()}`).join('\n\n');
    if (pages.every((page) => page.trim() === ''))
      return { skipped: 'noText', reason: 'The PDF has no text; it may be scanned pictures' };
    return { text, format: 'markdown' };
  } catch (error) {
    return { skipped: 'unreadable', reason: `The PDF cannot be read: ${wordsOf(error)}` };
  }
}

function ofDocx(bytes: Buffer): TextOf {
  try {
    const text = docxText(bytes);
    return text === ''
      ? { skipped: 'noText', reason: 'The document has no text' }
      : { text, format: 'markdown' };
  } catch (error) {
    return { skipped: 'unreadable', reason: `The Word document cannot be read: ${wordsOf(error)}` };
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
