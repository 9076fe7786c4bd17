import type { CatalogEntry } from '../../../core/tool/registry.ts';
import { ASKED } from './asked/asked.ts';

type Texts = Pick<CatalogEntry, 'name' | 'title' | 'description'>;

/** What a tool is found by: what it says of itself, and how people ask for it. */
export const textsOf = (entry: Texts): string[] => [
  entry.title,
  `${entry.title}. ${ownClauses(entry.description)}`,
  ...askedOf(entry),
];

export const askedOf = ({ name }: Pick<CatalogEntry, 'name'>): readonly string[] => ASKED.get(name) ?? [];

/** Without what it says of other tools, which would be found by the words for those. */
export const ownClauses = (description: string): string =>
  description
    .split(/(?<=[.;:]) /)
    .filter((clause) => !/^(?=\w+_\w)\w+ |\b(use|with) \w+_\w+/i.test(clause))
    .join(' ')
    .replace(/\b\w+_\w+\b/g, '')
    .trim();
