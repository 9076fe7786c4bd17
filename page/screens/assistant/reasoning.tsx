import { visible } from '../../../src/core/text/visible.ts';

/** What the model thought before it answered; closed until somebody wants to read it. */
export const Reasoning = ({ text }: { readonly text: string }) => (
  <details className="text-soft text-sm">
    <summary className="cursor-pointer">Thoughts</summary>
    <p className="mt-1 whitespace-pre-wrap break-words border-line border-l-2 pl-3">{visible(text)}</p>
  </details>
);
