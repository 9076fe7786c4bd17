import { shownName } from '../../core/text/shown-name.ts';

interface ShownFile {
  readonly path: string;
  readonly change: string;
  readonly insertions?: number;
  readonly deletions?: number;
  readonly omitted?: string;
}

/** Files on a card, a line each; of very many the first. */
export const shownFiles = (files: readonly ShownFile[]): readonly string[] => [
  ...files.slice(0, MOST_SHOWN).map(lineOf),
  ...(files.length > MOST_SHOWN ? [`and ${files.length - MOST_SHOWN} more`] : []),
];

const MOST_SHOWN = 200;

const lineOf = ({ path, change, insertions, deletions, omitted }: ShownFile): string =>
  [
    `${change} ${shownName(path)}`,
    ...(insertions === undefined ? [] : [`+${insertions} -${deletions ?? 0}`]),
    ...(omitted === 'secret' ? [' (may hold secrets)'] : []),
  ].join(' ');
