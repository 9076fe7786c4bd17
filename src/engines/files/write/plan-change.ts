import { ToolError } from '../../../core/errors.ts';
import { MASK } from '../../../core/text/mask.ts';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import { missing } from '../file-error.ts';
import { type Current, checkExpected, isWhole, tooLargeToEdit, tooLargeToWrite } from '../read/current.ts';
import {
  decode,
  decodeExactly,
  detectForm,
  encode,
  type TextEncoding,
  type TextForm,
} from '../read/text-form.ts';
import { halfPair } from '../read/torn-utf8.ts';
import { applyEdits, type Edit } from './apply-edits.ts';
import { diffOf } from './diff.ts';
import { hasOnlyReturns } from './line-ends.ts';
import { assertNoLostBytes } from './lost-bytes.ts';

export interface WriteOptions {
  readonly content: string;
  /** Without it a file keeps its own, and a new one gets UTF-8. */
  readonly encoding?: TextEncoding | 'base64' | undefined;
  readonly createDirs: boolean;
  readonly backup: boolean;
  readonly expectedSha256?: string | undefined;
}

export interface EditOptions {
  readonly edits: readonly Edit[];
  readonly dryRun: boolean;
  readonly expectedSha256?: string | undefined;
}

/** The bytes a write would put on disk, and how they differ from what is there. */
export function planWrite(
  path: string,
  before: Current | undefined,
  maxBytes: number,
  { content, encoding, expectedSha256 }: WriteOptions,
): { bytes: Buffer; diff: string } {
  checkExpected(path, before, expectedSha256);
  if (encoding === 'base64') {
    const bytes = fromBase64(content);
    if (bytes.length > maxBytes) throw tooLargeToWrite(path, bytes.length, maxBytes);
    return { bytes, diff: sizesOf(before, bytes) };
  }
  const isKnown = before === undefined || isWhole(before);
  const oldForm = before && detectForm(before.bytes, { isWhole: isKnown });
  const oldText = before && oldForm ? decode(before.bytes, oldForm) : '';
  checkMasks(path, before && oldText, content);
  if (before && oldForm?.hasBadBytes) assertNoLostBytes(path, decodeExactly(before.bytes, oldForm), content);
  const bytes = encode(inLineEndsOf(oldText, withoutBom(content)), formFor(content, encoding, oldForm));
  if (bytes.length > maxBytes) throw tooLargeToWrite(path, bytes.length, maxBytes);
  return { bytes, diff: isKnown ? diffOf(path, oldText, withoutBom(content)) : sizesOf(before, bytes) };
}

const sizesOf = (before: Current | undefined, bytes: Buffer): string =>
  `${before?.size ?? 0} bytes become ${bytes.length}`;

/** The bytes an edit would put on disk. */
export async function planEdit(
  path: string,
  before: Current | undefined,
  maxBytes: number,
  { edits, expectedSha256 }: EditOptions,
): Promise<{ bytes: Buffer; diff: string; replacements: number }> {
  checkExpected(path, before, expectedSha256);
  if (!before) throw missing(path, { hint: 'New files are made with write_file.' });
  if (!isWhole(before)) throw tooLargeToEdit(path, before.size, maxBytes);
  const form = detectForm(before.bytes, { isWhole: true });
  const text = form && decodeExactly(before.bytes, form);
  // Bytes that do not survive the way to text and back would be changed silently.
  if (!form || text === undefined || !encode(text, form).equals(before.bytes))
    throw new ToolError('VALIDATION', `${path} is binary`, { hint: 'Use write_file with encoding base64.' });
  // Half a pair of the caller's own would be taken for a byte of the file.
  if (form.hasBadBytes && !edits.every(({ newText }) => newText.isWellFormed())) throw halfPair();
  const { text: edited, replacements } = await applyEdits(text, edits, { path, maxBytes });
  checkMasks(path, text, edited);
  if (form.hasBadBytes) assertNoLostBytes(path, text, edited);
  const bytes = encode(edited, form);
  if (bytes.length > maxBytes) throw tooLargeToWrite(path, bytes.length, maxBytes);
  return { bytes, diff: diffOf(path, text.toWellFormed(), edited.toWellFormed()), replacements };
}

const withoutBom = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

/** What read_file leaves out or shows as text is put back as it was: mark, encoding, line ends. */
function formFor(content: string, asked: TextEncoding | undefined, old: TextForm | undefined): TextForm {
  const encoding = asked ?? old?.encoding ?? 'utf-8';
  if (old?.encoding === encoding) return { encoding, hasBom: old.hasBom || content.startsWith('\ufeff') };
  return { encoding, hasBom: encoding.startsWith('utf-16') || content.startsWith('\ufeff') };
}

const inLineEndsOf = (old: string, text: string): string =>
  hasOnlyReturns(old) ? text.replaceAll(/\r?\n/g, '\r\n') : text;

function fromBase64(content: string): Buffer {
  const bytes = Buffer.from(content, 'base64');
  const isSame = withoutEnd(bytes.toString('base64'), '=') === withoutEnd(content, '=').replaceAll(/\s/g, '');
  if (isSame) return bytes;
  throw new ToolError('VALIDATION', 'content is not valid base64', {
    hint: 'Give all of it, in the standard alphabet, or use another encoding.',
  });
}

/** Secrets are shown as a mask; written back, it would take their place. */
function checkMasks(path: string, before: string | undefined, after: string): void {
  const count = (text: string): number => text.split(MASK).length - 1;
  if (count(after) <= count(before ?? '')) return;
  const keep =
    before === undefined
      ? 'copy the file it comes from with copy_path, then use edit_file on the lines around it'
      : 'use edit_file on the lines around it';
  throw new ToolError(
    'VALIDATION',
    `The new content of ${path} holds ${MASK}, which stands for a secret that was not shown${before === undefined ? '' : ', and the file does not'}`,
    {
      hint: `To keep the secret, ${keep}. If the text itself is meant, a command of shell_execute can write it.`,
    },
  );
}
