import { isDeepStrictEqual } from 'node:util';
import type { GivenDocument } from './index-documents.ts';
import { keyOf } from './make-document.ts';

/** A document with the id it goes by, and what it is called in an answer. */
export interface NamedDocument extends GivenDocument {
  readonly id: string;
  readonly name: string;
  readonly position: number;
}

/** The same text with the same facts has the same id the next time. */
export const withIds = (given: readonly GivenDocument[]): NamedDocument[] =>
  given.map((document, at) => ({
    ...document,
    id: document.id ?? `text-${keyOf(JSON.stringify([document.content, document.metadata ?? {}]))}`,
    name: document.id?.trim() ? document.id : `number ${at + 1}`,
    position: at + 1,
  }));

/**
 * Why a document cannot be indexed beside the others of its call. Whichever of two with one id were kept, the other
 * would be lost, so neither is, and what had the id before stays.
 */
export function sharedIds(documents: readonly NamedDocument[]): ReadonlyMap<NamedDocument, string> {
  const reasons = new Map<NamedDocument, string>();
  for (const [first, ...more] of Map.groupBy(documents, ({ id }) => id).values()) {
    if (!first || more.length === 0) continue;
    if (more.every((one) => isSame(one, first)))
      for (const one of more) reasons.set(one, `It is the same as number ${first.position}`);
    else
      for (const one of [first, ...more]) {
        const others = [first, ...more].filter((other) => other !== one);
        reasons.set(one, `Its id is also that of ${numbers(others)}; give each document its own`);
      }
  }
  return reasons;
}

const isSame = (a: GivenDocument, b: GivenDocument): boolean =>
  a.content === b.content &&
  isDeepStrictEqual(a.metadata ?? {}, b.metadata ?? {}) &&
  isDeepStrictEqual(a.embedding, b.embedding);

const MOST_NAMED = 3;

function numbers(documents: readonly NamedDocument[]): string {
  const more = documents.length - MOST_NAMED;
  const named = documents.slice(0, MOST_NAMED).map(({ position }) => `number ${position}`);
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
