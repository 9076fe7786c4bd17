import type { ReactNode } from 'react';

interface Props {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly head: ReactNode;
  readonly children?: ReactNode;
}

/** The frame of a part: a line that says what it is, and below it what is inside. */
export function Box({ label, icon, head, children }: Props) {
  return (
    <section aria-label={label} className="min-w-0 overflow-hidden rounded-md border border-line bg-code">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 bg-raised px-3 py-1.5">
        <span className="shrink-0 text-soft">{icon}</span>
        {head}
      </div>
      {children !== undefined && <div className="min-w-0 px-3 py-2">{children}</div>}
    </section>
  );
}
