import { SquareTerminal } from 'lucide-react';
import { TextBlock } from '../../../ui/text-block.tsx';
import { visibleText } from '../../../ui/visible-text.ts';
import { Box } from './box.tsx';
import type { PartOf } from './part.tsx';

/** A line for a shell, byte for byte, and where it runs. */
export const CommandPart = ({ part }: { readonly part: PartOf<'command'> }) => (
  <Box
    label="Command"
    icon={<SquareTerminal aria-hidden size={15} />}
    head={
      <span className="min-w-0 break-words text-soft text-xs">
        in <code className="font-mono text-ink">{visibleText(part.directory)}</code>
      </span>
    }
  >
    <TextBlock text={part.text} label="Command line" isBare />
  </Box>
);
