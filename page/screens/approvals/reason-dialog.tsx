import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import type { GivenAnswer } from './buttons.tsx';

interface Props {
  readonly onClose: () => void;
  readonly onGive: (answer: GivenAnswer) => void;
}

/** A denial that tells the agent what to do instead. */
export function ReasonDialog({ onClose, onGive }: Props) {
  const [feedback, setFeedback] = useState('');
  return (
    <Dialog isOpen onClose={onClose} title="Tell the agent why">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onGive({ verdict: 'deny', scope: 'once', feedback: feedback.trim() });
        }}
      >
        <TextArea
          label="Reason"
          hint="The agent reads it: say what it should do instead."
          maxLength={2000}
          rows={3}
          value={feedback}
          onChange={(event) => setFeedback(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="bad" type="submit" disabled={feedback.trim() === ''}>
            Send denial
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
