import { CloudOff, Inbox, LoaderCircle, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import { Button } from './button.tsx';

/** Nothing is there yet: says what would be, and how it gets there. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      <Inbox aria-hidden className="text-soft" size={30} />
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="max-w-prose text-soft">{children}</div>}
    </div>
  );
}

export function Loading({ what }: { readonly what: string }) {
  return (
    <div role="status" className="flex items-center justify-center gap-2 px-6 py-14 text-soft">
      <LoaderCircle aria-hidden className="animate-spin" size={18} />
      Loading {what} …
    </div>
  );
}

interface FailedProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** Inside of something that has a margin of its own. */
  readonly isInline?: boolean;
}

/** What went wrong and what to do next. */
export function Failed({ error, onRetry, isInline = false }: FailedProps) {
  const hint = error instanceof ApiError ? error.hint : undefined;
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-start gap-3 rounded-lg border border-bad bg-bad-ground text-bad ${isInline ? 'p-3' : 'm-4 p-4'}`}
    >
      <CloudOff aria-hidden className="mt-0.5 shrink-0" size={18} />
      <div className="min-w-0 flex-1">
        <p className="break-words font-semibold">{error instanceof Error ? error.message : String(error)}</p>
        {hint !== undefined && <p className="break-words">{hint}</p>}
      </div>
      {onRetry && (
        <Button onClick={onRetry} icon={<RotateCcw aria-hidden size={14} />}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface Asked<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Loading, failed, or there: what every screen does with an answer. An old answer stays while a new one fails. */
export function Answer<T>({
  of,
  what,
  children,
}: {
  readonly of: Asked<T>;
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}) {
  if (of.data !== undefined) return children(of.data);
  if (of.error) return <Failed error={of.error} onRetry={() => void of.refetch()} />;
  return <Loading what={what} />;
}
