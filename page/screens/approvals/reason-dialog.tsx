import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import type { GivenAnswer } from './buttons.tsx';

interface Props {
  readonly onClose: () => void;
  readonly onGive: (answer: GivenAnswer) => void;
}

/** A denial that tells the agent what to do instead. */
export function ReasonDialog({ onClose, onGive }: Props) {
  return (
    <Dialog isOpen onClose={onClose} title="Tell the agent why">
      <Form
        isColumn
        fields={[
          {
            name: 'feedback',
            label: 'Reason',
            kind: 'area',
            rows: 3,
            maxLength: 2000,
            hint: 'The agent reads it: say what it should do instead.',
          },
        ]}
        initial={{ feedback: '' }}
        submit="Send denial"
        submitLook="bad"
        onCancel={onClose}
        onSubmit={({ feedback }) => onGive({ verdict: 'deny', scope: 'once', feedback: feedback.trim() })}
      />
    </Dialog>
  );
}
