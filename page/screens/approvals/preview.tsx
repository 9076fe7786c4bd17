import type { Approval } from '../../live/use-pending.ts';
import { Part } from './parts/part.tsx';
import { Segments } from './parts/segments.tsx';
import { TextPart } from './parts/text-part.tsx';

/** What will happen: the machine, the commands of a line each with its risk, the steps, a diff, else the tool's words. */
export function Preview({ card }: { readonly card: Approval['card'] }) {
  const { preview, parts = [], segments = [] } = card;
  const machines = parts.filter(({ kind }) => kind === 'host');
  const others = parts.filter(({ kind }) => kind !== 'host');
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {machines.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a card never change
        <Part key={at} part={part} />
      ))}
      {segments.length > 0 && <Segments segments={segments} />}
      {others.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a card never change
        <Part key={at} part={part} />
      ))}
      {parts.length === 0 && <TextPart text={preview} />}
    </div>
  );
}
