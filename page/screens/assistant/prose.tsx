import type { ReactNode } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { TextBlock } from '../../ui/text-block.tsx';

const LONGEST = 100_000;

/** Text of a model or a person: code between fences in a box, code between backticks in its type, no other markup. */
export function Prose({ text }: { readonly text: string }) {
  const pieces = text.slice(0, LONGEST).split(/^```[^\n]*\n?/m);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {pieces.map((piece, at) => {
        const key = `${at}`;
        if (at % 2 === 1) return <TextBlock key={key} text={piece.replace(/\n$/, '')} label="Code" />;
        const words = piece.trim();
        return (
          words !== '' && (
            <p key={key} className="whitespace-pre-wrap break-words">
              {withCode(words)}
            </p>
          )
        );
      })}
      {text.length > LONGEST && (
        <p className="text-soft text-xs">
          {(text.length - LONGEST).toLocaleString('en')} more characters are in the export.
        </p>
      )}
    </div>
  );
}

const withCode = (text: string): ReactNode[] =>
  text.split(/(`[^`\n]+`)/).map((piece, at) => {
    const key = `${at}`;
    return at % 2 === 1 ? (
      <code key={key} className="rounded bg-raised px-1 py-0.5 font-mono text-[13px]">
        {visible(piece.slice(1, -1))}
      </code>
    ) : (
      <span key={key}>{visible(piece)}</span>
    );
  });
