import { useId, useState } from 'react';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Failed } from '../../ui/states.tsx';
import type { View } from './use-conversation.ts';

interface Props {
  readonly view: View;
  readonly onClose: () => void;
}

/** Another title, another model. */
export function ChangeDialog({ view, onClose }: Props) {
  const list = useId();
  const models = useRead('assistant/models', {});
  const change = useAct('assistant/change', ['assistant/conversation', 'assistant/conversations']);
  const [title, setTitle] = useState(view.title);
  const [model, setModel] = useState(view.model ?? '');
  return (
    <Dialog isOpen onClose={onClose} title="Title and model">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(
            { id: view.id, title: title.trim(), model: model.trim() === '' ? null : model.trim() },
            { onSuccess: onClose },
          );
        }}
      >
        <TextField
          label="Title"
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextField
          label="Model"
          hint={
            models.error
              ? 'The provider does not list its models; write a name.'
              : 'Empty: as it is configured.'
          }
          list={list}
          maxLength={200}
          value={model}
          onChange={(event) => setModel(event.target.value)}
        />
        <datalist id={list}>
          {(models.data?.models ?? []).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {change.error && <Failed error={change.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={title.trim() === '' || change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
