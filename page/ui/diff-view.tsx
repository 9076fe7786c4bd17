import { useState } from 'react';
import { visible } from '../../src/core/text/visible.ts';
import { Button } from './button.tsx';

const FIRST_LINES = 300;

const lookOf = (line: string): string => {
  if (/^(\+\+\+|---|diff |index |===)/.test(line)) return 'text-soft font-semibold';
  if (line.startsWith('@@')) return 'bg-low-ground text-low';
  if (line.startsWith('+')) return 'bg-good-ground text-good';
  if (line.startsWith('-')) return 'bg-bad-ground text-bad';
  return '';
};

/** Whether a text is a unified diff. */
export const isDiff = (text: string): boolean => /^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/m.test(text);

/** A unified diff, line by line; the signs stay, so that colour is not all there is. */
export function DiffView({ text, label }: { readonly text: string; readonly label: string }) {
  const [isOpen, setOpen] = useState(false);
  const lines = text.replace(/\n$/, '').split('\n');
  const shown = isOpen ? lines : lines.slice(0, FIRST_LINES);
  return (
    <div className="min-w-0">
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        dir="ltr"
        className="max-h-[32rem] overflow-auto rounded-md border border-line bg-code py-2 font-mono text-[13px] leading-5"
      >
        {shown.map((line, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name
            key={at}
            className={`min-h-5 whitespace-pre-wrap break-words px-3 ${lookOf(line)}`}
          >
            {visible(line)}
          </div>
        ))}
      </pre>
      {shown.length < lines.length && (
        <Button look="quiet" className="mt-1" onClick={() => setOpen(true)}>
          Show all {lines.length} lines
        </Button>
      )}
    </div>
  );
}
