import { isTyped, targetOf } from '../../../src/core/approval/approval-target.ts';
import type { Approval } from '../../live/use-pending.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';

interface Props {
  readonly approval: Approval;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** CRITICAL is allowed by typing what it is about. */
export function ConfirmDialog({ approval, onClose, onConfirm }: Props) {
  const target = targetOf(approval);
  return (
    <Dialog isOpen onClose={onClose} title="This is CRITICAL" about="It may not be possible to undo it.">
      <Form
        isColumn
        fields={[{ name: 'typed', label: `Type "${target}" to allow it`, isMono: true }]}
        initial={{ typed: '' }}
        submit="Allow it"
        submitLook="bad"
        onCancel={onClose}
        isDisabled={({ typed }) => !isTyped(typed, target)}
        onSubmit={onConfirm}
      />
    </Dialog>
  );
}
