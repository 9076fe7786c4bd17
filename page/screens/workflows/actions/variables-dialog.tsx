import type { Gated } from '../../../live/use-gated.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';

interface Props {
  readonly names: readonly string[];
  readonly gated: Gated;
  readonly onClose: () => void;
  readonly onRun: (variables: Readonly<Record<string, string>>) => void;
}

/** Asks for what a webhook is to be filled in with. */
export const VariablesDialog = ({ names, gated, onClose, onRun }: Props) => (
  <Dialog isOpen onClose={onClose} title="Values to send">
    <Form
      isColumn
      fields={names.map((name) => ({ name, label: name, isOptional: true }))}
      initial={Object.fromEntries(names.map((name) => [name, '']))}
      submit="Send with these values"
      isBusy={gated.isBusy}
      error={gated.error}
      onCancel={onClose}
      onSubmit={onRun}
    />
  </Dialog>
);
