import { type ReactNode, useEffect } from 'react';

interface Props {
  readonly title: string;
  /** One sentence under the title. */
  readonly about?: ReactNode;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a screen: its heading, its actions, its content. */
export function ScreenPage({ title, about, actions, children }: Props) {
  useEffect(() => {
    document.body.dataset.title = title;
  }, [title]);
  return (
    <div className="mx-auto flex w-full max-w-[1500px] flex-col gap-4 p-4 md:p-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
          {about !== undefined && <p className="max-w-prose text-soft">{about}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A box with a heading of its own. */
export function Panel({
  title,
  actions,
  children,
  className = '',
}: {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <section className={`min-w-0 rounded-lg border border-line bg-panel ${className}`}>
      {title !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-4 py-2.5">
          <h2 className="font-semibold">{title}</h2>
          {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
