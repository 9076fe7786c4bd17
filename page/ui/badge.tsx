import type { ReactNode } from 'react';

const LOOKS = {
  plain: 'bg-raised text-soft',
  good: 'bg-good-ground text-good',
  low: 'bg-low-ground text-low',
  warn: 'bg-warn-ground text-warn',
  bad: 'bg-bad-ground text-bad',
} as const;

export type BadgeLook = keyof typeof LOOKS;

/** A short word about the state of something. */
export function Badge({
  look = 'plain',
  children,
}: {
  readonly look?: BadgeLook;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded px-1.5 py-0.5 font-medium text-xs ${LOOKS[look]}`}
    >
      {children}
    </span>
  );
}
