import { coverageInWords, refusalInWords } from '../../../src/core/approval/rule-words.ts';
import { visible } from '../../../src/core/text/visible.ts';
import type { Approval } from '../../live/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { GivenAnswer } from './buttons.tsx';

interface Props {
  readonly approval: Approval;
  readonly verdict: 'approve' | 'deny';
  readonly onClose: () => void;
  readonly onGive: (answer: GivenAnswer) => void;
}

const TEXTS = {
  approve: {
    title: 'Allow by rule',
    does: 'Allow',
    rest: 'without asking',
    save: 'Save rule and allow',
    look: 'good',
  },
  deny: {
    title: 'Deny always',
    does: 'Refuse',
    rest: 'without asking',
    save: 'Save rule and deny',
    look: 'bad',
  },
} as const;

/** Says what else a rule would cover, before it is made. */
export function RuleDialog({ approval, verdict, onClose, onGive }: Props) {
  const { tool, card } = approval;
  const { title, does, rest, save, look } = TEXTS[verdict];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      about="From now on, for every agent, until you remove the rule under Settings."
    >
      <p className="break-words rounded-md border border-line bg-code p-3">
        {does} <code className="font-mono">{visible(tool)}</code> {rest}:{' '}
        {visible(
          verdict === 'deny'
            ? refusalInWords(approval)
            : (coverageInWords({ card, tool }) ?? 'this call only'),
        )}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look={look} onClick={() => onGive({ verdict, scope: 'always' })}>
          {save}
        </Button>
      </div>
    </Dialog>
  );
}
