import { parse, stringify } from 'yaml';
import { MOST_BYTES, MOST_PARTS, partsIn } from '../../core/text/yaml-limits.ts';
import { type PlacedProblem, parseWorkflow } from './parse-document.ts';

type Data = Record<string, unknown>;

/** What a text says, also while something in it is wrong, and what that is. */
export function checkText(text: string): {
  readonly content: Data | null;
  readonly problems: readonly PlacedProblem[];
} {
  const { document, problems } = parseWorkflow(text);
  return { content: document ? { ...document } : readLoosely(text), problems };
}

export const textOfContent = (content: Data): string =>
  stringify(content, { lineWidth: 0, aliasDuplicateObjects: false });

function readLoosely(text: string): Data | null {
  if (text.length > MOST_BYTES || partsIn(text) > MOST_PARTS) return null;
  try {
    const value: unknown = parse(text, { maxAliasCount: 0, uniqueKeys: false });
    // Sound: an object that is no list has fields.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : null;
  } catch {
    return null;
  }
}
