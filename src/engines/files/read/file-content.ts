import { ToolError } from '../../../core/errors.ts';
import { imageTypeOf } from './image-type.ts';
import { decode, detectForm, type TextEncoding, type TextForm } from './text-form.ts';
import { lineStarts, type PageOptions, pageOf } from './text-page.ts';

export interface ReadOptions extends PageOptions {
  /** utf-8 stands for whatever the file turns out to be. */
  readonly encoding: TextEncoding | 'base64';
  /** Binary is never cut; what is larger is refused. */
  readonly maxBinaryBytes: number;
}

export interface ReadFile {
  readonly path: string;
  readonly content: string;
  readonly encoding: TextEncoding | 'base64';
  /** Bytes that are no UTF-8 were found in it; U+FFFD stands for each. */
  readonly hasBadBytes?: boolean;
  readonly mimeType?: string;
  readonly size: number;
  /** Known of a file up to 10 MB, and of a larger one at its end. */
  readonly totalLines?: number;
  readonly truncated: boolean;
  readonly nextLine?: number;
  readonly nextColumn?: number;
  readonly language: string;
  readonly lastModified: string;
  readonly sha256?: string;
}

/** What the caller asked for, or what the bytes look like. */
export function formOf(
  bytes: Buffer,
  { encoding }: ReadOptions,
  part: { isWhole: boolean },
): TextForm | undefined {
  if (encoding === 'base64') return undefined;
  const found = detectForm(bytes, part);
  return encoding === 'utf-8' || found?.encoding === encoding ? found : { encoding, hasBom: false };
}

export function describeBinary(
  path: string,
  bytes: Buffer,
  { maxBinaryBytes }: ReadOptions,
  facts: Pick<ReadFile, 'size' | 'lastModified' | 'sha256'>,
): ReadFile {
  if (bytes.length > maxBinaryBytes) throw tooLarge(path, bytes.length, maxBinaryBytes);
  return { path, ...asBase64(bytes), language: 'binary', ...facts };
}

/** What is no text, whole. */
export function asBase64(bytes: Buffer): Pick<ReadFile, 'content' | 'encoding' | 'mimeType' | 'truncated'> {
  const mimeType = imageTypeOf(bytes);
  return {
    content: bytes.toString('base64'),
    encoding: 'base64',
    ...(mimeType !== undefined && { mimeType }),
    truncated: false,
  };
}

/** A page of what is text. */
export function textPage(bytes: Buffer, form: TextForm, options: PageOptions) {
  const text = decode(bytes, form);
  const starts = lineStarts(text);
  const { encoding, hasBadBytes } = form;
  return {
    ...pageOf(text, starts, options),
    encoding,
    ...(hasBadBytes && { hasBadBytes }),
    totalLines: starts.length,
  };
}

export const tooLarge = (path: string, size: number, most: number): ToolError =>
  new ToolError('TOO_LARGE', `${path} is binary and has ${size} bytes, more than ${most}`, {
    hint: 'Binary files cannot be read in parts; get_file_info describes it.',
  });
