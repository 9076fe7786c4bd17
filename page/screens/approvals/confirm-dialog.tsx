import { useState } from 'react';
import { targetOf } from '../../../src/core/approval-target.ts';
import type { Approval } from '../../live/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

interface Props {
  readonly approval: Approval;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** CRITICAL is allowed by typing what it is about. */
export function ConfirmDialog({ approval, onClose, onConfirm }: Props) {
  const [typed, setTyped] = useState('');
  const target = targetOf(approval);
  const isRight = typed.trim() === target;
  return (
    <Dialog isOpen onClose={onClose} title="This is CRITICAL" about="It may not be possible to undo it.">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight) onConfirm();
        }}
      >
        <TextField
          label={`Type ${target} to allow it`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="bad" type="submit" disabled={!isRight}>
            Allow it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
