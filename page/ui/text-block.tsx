import { useState } from 'react';
import { visible } from '../../src/core/text/visible.ts';
import { Button } from './button.tsx';

const FIRST_CHARACTERS = 20_000;
const FIRST_LINES = 200;

interface Props {
  readonly text: string;
  /** What a screen reader calls it. */
  readonly label: string;
  readonly className?: string;
  /** Without a frame: it stands in one already. */
  readonly isBare?: boolean;
}

/** Text from elsewhere, as text and nothing else. A long one shows its beginning; the rest is one click away. */
export function TextBlock({ text, label, className = '', isBare = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? text : beginningOf(text);
  return (
    <div className={`min-w-0 ${className}`}>
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        dir="ltr"
        className={`max-h-[28rem] overflow-auto whitespace-pre-wrap break-words rounded-md font-mono text-[13px] leading-5 ${isBare ? '' : 'border border-line bg-code p-3'}`}
      >
        {visible(shown)}
      </pre>
      {shown.length < text.length && (
        <Button look="quiet" className="mt-1" onClick={() => setOpen(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </div>
  );
}

function beginningOf(text: string): string {
  const cut = text.slice(0, FIRST_CHARACTERS);
  const lines = cut.split('\n', FIRST_LINES + 1);
  return lines.length > FIRST_LINES ? lines.slice(0, FIRST_LINES).join('\n') : cut;
}
