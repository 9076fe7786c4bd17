import { coverageInWords } from '../../../src/core/approval/rule-words.ts';
import { visible } from '../../../src/core/text/visible.ts';
import type { Approval } from '../../live/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { GivenAnswer } from './buttons.tsx';

interface Props {
  readonly approval: Approval;
  readonly onClose: () => void;
  readonly onGive: (answer: GivenAnswer) => void;
}

/** Says what else a rule would allow, before it is made. */
export function RuleDialog({ approval, onClose, onGive }: Props) {
  const { tool, card } = approval;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Allow by rule"
      about="From now on, for every agent, until you remove the rule under Settings."
    >
      <p className="break-words rounded-md border border-line bg-code p-3">
        Allow <code className="font-mono">{visible(tool)}</code> without asking:{' '}
        {visible(coverageInWords({ card, tool }) ?? 'this call only')}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="good" onClick={() => onGive({ verdict: 'approve', scope: 'always' })}>
          Save rule and allow
        </Button>
      </div>
    </Dialog>
  );
}
