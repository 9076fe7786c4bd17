import { SquareTerminal } from 'lucide-react';
import { visible } from '../../../../src/core/text/visible.ts';
import { TextBlock } from '../../../ui/text-block.tsx';
import { Box } from './box.tsx';
import type { PartOf } from './part.tsx';

/** A line for a shell, byte for byte, and where it runs. */
export const CommandPart = ({ part }: { readonly part: PartOf<'command'> }) => (
  <Box
    label="Command"
    icon={<SquareTerminal aria-hidden size={15} />}
    head={
      <span className="min-w-0 break-words text-soft text-xs">
        in <code className="font-mono text-ink">{visible(part.directory)}</code>
      </span>
    }
  >
    <TextBlock text={part.text} label="Command line" isBare />
  </Box>
);
