import type { DocumentKind } from '../../../core/knowledge/vector-store.ts';
import { cutCode } from './code.ts';
import { looksLikeCode } from './looks-like-code.ts';
import { cutMarkdown } from './markdown.ts';
import { cutPlain } from './plain.ts';

/** A part of a text, with the lines it stands on. */
export interface Part {
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  /** What it stands in: headings, classes. */
  readonly scope: readonly string[];
  readonly definitions: readonly string[];
}

/** How a text is to be taken apart. */
export type TextFormat = 'code' | 'markdown' | 'plain';

/** Characters of a part, about: what the encoder still reads to its end, most of the time. */
export const PART_SIZE = 1500;
/** A text this short stays in one piece. */
export const WHOLE_SIZE = 2400;

export interface Cut {
  readonly kind: DocumentKind;
  readonly parts: readonly Part[];
}

export function cutText(text: string, format: TextFormat, language: string): Cut {
  if (text.trim() === '') return { kind: 'prose', parts: [] };
  if (format === 'code') return { kind: 'code', parts: cutCode(text, language) };
  if (format === 'markdown') return { kind: 'prose', parts: cutMarkdown(text) };
  return { kind: 'prose', parts: cutPlain(text) };
}

/** A text that came without a name: what it is shows in how it looks. */
export function guessFormat(text: string): TextFormat {
  if (looksLikeCode(text)) return 'code';
  return /^#{1,6} \S/m.test(text) ? 'markdown' : 'plain';
}
