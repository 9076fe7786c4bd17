import { counted } from '../../../core/text/counted.ts';
import type { SemanticReferences } from '../semantic/semantic-references.ts';
import type { OpenTree } from '../trees.ts';

const MOST_SHOWN = 5;

/** Places that hold the name and may be meant, in words. */
export function leftoverDoubts(
  open: OpenTree,
  name: string,
  { unknown: all, unchecked, unread, missing }: SemanticReferences,
): string[] {
  const unknown = all.filter(({ file }) => open.isShown(file));
  const modules = [...new Set(unknown.flatMap(({ file }) => missing[file] ?? []))];
  const lines = new Set(unknown.map(({ file, line }) => `${open.named(file)}:${line}`));
  return [
    ...(lines.size > 0 ? [`${listed([...lines])} may refer to it: the type is not known there`] : []),
    ...(all.length > 0 && unknown.length === 0 ? ['files that are not shown may refer to it'] : []),
    ...(modules.length > 0 ? [missingModules(modules)] : []),
    ...(unchecked > 0 ? [`${unchecked} more places that hold ${name} were not looked at in time`] : []),
    ...(unread.length > 0
      ? [`${counted(unread.length, 'file that holds', 'files that hold')} ${name} took too long to read`]
      : []),
  ];
}

const missingModules = (modules: readonly string[]): string =>
  `nothing is known of what comes from ${listed(modules)}: not installed, or not found`;

const listed = (items: readonly string[]): string => {
  const more = items.length > MOST_SHOWN ? ` and ${items.length - MOST_SHOWN} more` : '';
  return items.slice(0, MOST_SHOWN).join(', ') + more;
};
