import { codeLanguageOf } from '../languages.ts';
import type { References } from '../reader/messages.ts';
import type { Place } from '../semantic/places.ts';
import type { OpenTree } from '../trees.ts';
import type { Trust } from './freshness.ts';

interface Named extends References {
  readonly tier: Trust['tier'];
  readonly doubts: readonly string[];
}

interface Asked {
  readonly name: string;
  readonly limit: number;
  /** Places that are known, under whatever name. */
  readonly also: readonly Place[];
}

/** Where a name is written as code; where no code that can be read has it, where it is written at all. */
export async function referencesByName(open: OpenTree, { name, limit, also }: Asked): Promise<Named> {
  const all = await open.candidates([name]);
  const [code, others] = [all.filter(isCode), all.filter((file) => !isCode(file))];
  const found = await open.ask('occurrences', { name, files: code, limit, also });
  const unread = unreadDoubts(open, found.unread);
  if (all.length === 0) return { ...found, tier: 'syntax', doubts: [] };
  if (found.total > 0)
    return {
      ...found,
      tier: 'syntax',
      doubts: ['matched by name: others of the same name are among them', ...unread],
    };
  const words = await open.ask('words', { name, files: [...found.unread, ...others], limit });
  return {
    ...words,
    tier: 'text',
    doubts: ['matched as text, in comments and prose too: no code that can be read has this name', ...unread],
  };
}

const isCode = (file: string): boolean => codeLanguageOf(file) !== undefined;

const unreadDoubts = (open: OpenTree, [first, ...more]: readonly string[]): string[] =>
  first === undefined
    ? []
    : [
        `${open.named(first)}${more.length > 0 ? ` and ${more.length} more files` : ''} took too long to read`,
      ];
