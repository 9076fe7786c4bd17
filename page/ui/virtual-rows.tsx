import { type ReactNode, useRef, useState } from 'react';

interface Props<T> {
  readonly rows: readonly T[];
  readonly rowHeight: number;
  /** What a screen reader calls the list. */
  readonly label: string;
  readonly keyOf: (row: T) => string;
  readonly render: (row: T) => ReactNode;
  readonly className?: string;
}

const BEYOND = 8;

/** A long list of which only what is seen is in the document: a hundred thousand rows scroll like ten. */
export function VirtualRows<T>({ rows, rowHeight, label, keyOf, render, className = '' }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // A short list grows with its rows, so its own height says little before they are there.
  const height = Math.max(box.current?.clientHeight ?? 0, window.innerHeight);
  const first = Math.max(0, Math.floor(top / rowHeight) - BEYOND);
  const count = Math.min(150, Math.ceil(height / rowHeight) + 2 * BEYOND);
  const shown = rows.slice(first, first + count);
  return (
    <div
      ref={box}
      tabIndex={0}
      role="list"
      aria-label={label}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      className={`overflow-auto ${className}`}
    >
      <div style={{ height: first * rowHeight }} />
      {shown.map((row, at) => (
        <div
          key={keyOf(row)}
          role="listitem"
          aria-setsize={rows.length}
          aria-posinset={first + at + 1}
          style={{ height: rowHeight }}
        >
          {render(row)}
        </div>
      ))}
      <div style={{ height: Math.max(0, rows.length - first - shown.length) * rowHeight }} />
    </div>
  );
}
