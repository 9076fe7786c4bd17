interface Props {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly unit: string;
}

/** How far something is, as a bar and as numbers. */
export function Progress({ label, done, total, unit }: Props) {
  const share = total === 0 ? 0 : Math.round((100 * done) / total);
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        className="h-2 flex-1 overflow-hidden rounded bg-raised"
      >
        <div className="h-full rounded bg-accent" style={{ width: `${share}%` }} />
      </div>
      <span className="whitespace-nowrap text-soft text-xs">
        {done.toLocaleString('en')} of {total.toLocaleString('en')} {unit}
      </span>
    </div>
  );
}
