import type { Approval } from '../../live/use-pending.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { parseObject, problemOfObject } from '../../ui/json-text.ts';
import type { GivenAnswer } from './buttons.tsx';

interface Props {
  readonly approval: Approval;
  readonly onClose: () => void;
  readonly onGive: (answer: GivenAnswer) => void;
}

/** The arguments as JSON, to change before they run; the agent is told what was changed. */
export function EditDialog({ approval, onClose, onGive }: Props) {
  const before = JSON.stringify(approval.args, null, 2);
  const isSame = (text: string): boolean => {
    const parsed = parseObject(text);
    return 'value' in parsed && JSON.stringify(parsed.value, null, 2) === before;
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Edit arguments"
      about="The call runs once with what stands here, and is judged again before it does. The agent is told."
    >
      <Form
        isColumn
        fields={[
          {
            name: 'text',
            label: 'Arguments (JSON)',
            kind: 'area',
            isMono: true,
            rows: Math.min(20, Math.max(6, before.split('\n').length + 1)),
            problem: problemOfObject,
          },
        ]}
        initial={{ text: before }}
        submit="Allow with these arguments"
        submitLook="good"
        onCancel={onClose}
        isDisabled={({ text }) => isSame(text)}
        onSubmit={({ text }) => {
          const parsed = parseObject(text);
          if ('value' in parsed) onGive({ verdict: 'approve', scope: 'once', editedArgs: parsed.value });
        }}
      />
    </Dialog>
  );
}
