import type { Approval } from '../../../live/use-pending.ts';
import { CommandPart } from './command-part.tsx';
import { HostPart } from './host-part.tsx';
import { RequestPart } from './request-part.tsx';
import { ScriptPart } from './script-part.tsx';
import { StepsPart } from './steps-part.tsx';
import { TextPart } from './text-part.tsx';

export type PreviewPart = NonNullable<Approval['card']['parts']>[number];
export type PartOf<Kind extends PreviewPart['kind']> = Extract<PreviewPart, { readonly kind: Kind }>;

/** One part of a preview, drawn by what it is. */
export function Part({ part }: { readonly part: PreviewPart }) {
  switch (part.kind) {
    case 'command':
      return <CommandPart part={part} />;
    case 'script':
      return <ScriptPart part={part} />;
    case 'steps':
      return <StepsPart part={part} />;
    case 'request':
      return <RequestPart part={part} />;
    case 'host':
      return <HostPart part={part} />;
    case 'text':
      return <TextPart text={part.text} />;
  }
}
