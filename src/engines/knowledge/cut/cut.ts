import type { DocumentKind } from '../../../core/knowledge/vector-store.ts';
import { cutCode } from './code.ts';
import { looksLikeCode } from './looks-like-code.ts';
import { cutMarkdown } from './markdown.ts';
import type { Part } from './part.ts';
import { cutPlain } from './plain.ts';

/** How a text is to be taken apart. */
export type TextFormat = 'code' | 'markdown' | 'plain';

export interface Cut {
  readonly kind: DocumentKind;
  readonly parts: readonly Part[];
}

export async function cutText(text: string, format: TextFormat, path?: string): Promise<Cut> {
  if (text.trim() === '') return { kind: 'prose', parts: [] };
  if (format === 'code') return { kind: 'code', parts: await cutCode(text, path) };
  if (format === 'markdown') return { kind: 'prose', parts: cutMarkdown(text) };
  return { kind: 'prose', parts: cutPlain(text) };
}

/** A text that came without a name: what it is shows in how it looks. */
export function guessFormat(text: string): TextFormat {
  if (looksLikeCode(text)) return 'code';
  return /^#{1,6} \S/m.test(text) ? 'markdown' : 'plain';
}
