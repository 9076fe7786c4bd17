import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { TextBlock } from './text-block.tsx';

/** A text with a button that copies it. */
export function CopyText({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2">
      <TextBlock text={text} label={label} className="w-full" />
      <Button
        aria-label={`Copy: ${label}`}
        icon={isCopied ? <Check aria-hidden size={14} /> : <Copy aria-hidden size={14} />}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
