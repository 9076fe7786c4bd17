import { hide, type Places } from './existing-places.ts';

/** A place that a run must not see as it is. */
export interface Mask {
  /** Its real path. */
  readonly place: string;
  readonly isDirectory: boolean;
  /** Makes what is shown there instead, below a directory of ours; without it there is nothing. */
  readonly copy?: (scratch: string) => string;
  /** Whether what is there evidently holds no secret: some places are masked for their names alone. */
  readonly isHarmless?: () => boolean;
  /** Those who may see the secrets of the workspace do not see it either. */
  readonly isForAll?: boolean;
}

export const masksOver = (
  { directories, files }: Places,
  more: Pick<Mask, 'isHarmless' | 'isForAll'> = {},
): Mask[] => [
  ...directories.map((place) => ({ ...more, place, isDirectory: true })),
  ...files.map((place) => ({ ...more, place, isDirectory: false })),
];

/** Without a directory for copies there is nothing in their places. */
export const maskMounts = (masks: readonly Mask[], scratch: string | undefined): string[] =>
  masks.flatMap(({ place, isDirectory, copy }) => {
    if (copy && scratch !== undefined) return ['--ro-bind', copy(scratch), place];
    return hide(isDirectory ? { directories: [place], files: [] } : { directories: [], files: [place] });
  });
