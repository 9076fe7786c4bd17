import { useAct, useRead } from '../../api/use-acts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import type { View } from './use-conversation.ts';

interface Props {
  readonly view: View;
  readonly onClose: () => void;
}

/** Another title, another model. */
export function ChangeDialog({ view, onClose }: Props) {
  const models = useRead('assistant/models', {});
  const change = useAct('assistant/change', ['assistant/conversation', 'assistant/conversations']);
  return (
    <Dialog isOpen onClose={onClose} title="Title and model">
      <Form
        isColumn
        fields={[
          { name: 'title', label: 'Title', maxLength: 200 },
          {
            name: 'model',
            label: 'Model',
            maxLength: 200,
            isOptional: true,
            suggestions: models.data?.models ?? [],
            hint: models.error
              ? 'The provider does not list its models; write a name.'
              : 'Empty: as it is configured.',
          },
        ]}
        initial={{ title: view.title, model: view.model ?? '' }}
        submit="Save"
        onCancel={onClose}
        isBusy={change.isPending}
        error={change.error}
        onSubmit={({ title, model }) =>
          change.mutate(
            { id: view.id, title: title.trim(), model: model.trim() === '' ? null : model.trim() },
            { onSuccess: onClose },
          )
        }
      />
    </Dialog>
  );
}
