import type { ButtonHTMLAttributes, ReactNode } from 'react';

type Look = 'plain' | 'primary' | 'good' | 'bad' | 'quiet';

const LOOKS: Readonly<Record<Look, string>> = {
  plain: 'border border-line bg-panel text-ink hover:bg-raised',
  primary: 'border border-transparent bg-accent text-accent-ink hover:brightness-95',
  good: 'border border-transparent bg-good text-panel hover:brightness-95',
  bad: 'border border-bad bg-bad-ground text-bad hover:brightness-95',
  quiet: 'border border-transparent text-ink hover:bg-raised',
};

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  readonly icon?: ReactNode;
}

/** The one button; at least 24 pixels high on every side, as fingers need it. */
export function Button({ look = 'plain', icon, children, className = '', ...rest }: Props) {
  return (
    <button
      type="button"
      className={`inline-flex min-h-8 items-center justify-center gap-1.5 whitespace-nowrap rounded-md px-3 py-1 font-medium text-sm transition-opacity disabled:cursor-not-allowed disabled:opacity-50 ${LOOKS[look]} ${className}`}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}
