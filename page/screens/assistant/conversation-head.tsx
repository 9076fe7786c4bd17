import { ArrowLeft, Download, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { act } from '../../api/client.ts';
import { useAct } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/states.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { saveFile } from './save-file.ts';
import { StatusBadge } from './status-badge.tsx';
import type { View } from './use-conversation.ts';

interface Props {
  readonly view: View;
  readonly model: string | null;
  readonly onOpen: (id: string | undefined) => void;
}

/** Title, model, cost, and what can be done with the whole conversation. */
export function ConversationHead({ view, model, onOpen }: Props) {
  const [dialog, setDialog] = useState<'change' | 'export' | 'remove' | undefined>();
  const close = (): void => setDialog(undefined);
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2.5">
      <Button
        look="quiet"
        aria-label="All conversations"
        className="px-1.5 lg:hidden"
        onClick={() => onOpen(undefined)}
        icon={<ArrowLeft aria-hidden size={16} />}
      />
      <div className="min-w-0 flex-1">
        <h2 className="flex min-w-0 flex-wrap items-center gap-2 font-semibold">
          <span className="min-w-0 truncate">{visible(view.title)}</span>
          <StatusBadge status={view.status} />
        </h2>
        <p className="truncate text-soft text-xs">{visible(factsOf(view, model))}</p>
      </div>
      <div className="flex gap-1">
        <Button
          look="quiet"
          aria-label="Title and model"
          className="px-2"
          onClick={() => setDialog('change')}
          icon={<Settings2 aria-hidden size={16} />}
        />
        <Button
          look="quiet"
          aria-label="Export"
          className="px-2"
          onClick={() => setDialog('export')}
          icon={<Download aria-hidden size={16} />}
        />
        <Button
          look="quiet"
          aria-label="Delete conversation"
          className="px-2"
          onClick={() => setDialog('remove')}
          icon={<Trash2 aria-hidden size={16} />}
        />
      </div>
      {dialog === 'change' && <ChangeDialog view={view} onClose={close} />}
      {dialog === 'export' && <ExportDialog view={view} onClose={close} />}
      {dialog === 'remove' && (
        <RemoveDialog view={view} onClose={close} onRemoved={() => onOpen(undefined)} />
      )}
    </header>
  );
}

function factsOf({ cwd, model: chosen, usage }: View, model: string | null): string {
  const tokens = usage.inputTokens + usage.outputTokens;
  return [
    chosen ?? model ?? '',
    cwd ?? '',
    tokens === 0 ? '' : `${tokens.toLocaleString('en')} tokens`,
    usage.cost === null ? '' : `$${usage.cost.toFixed(3)}`,
  ]
    .filter((one) => one !== '')
    .join(' · ');
}

function ExportDialog({ view, onClose }: { readonly view: View; readonly onClose: () => void }) {
  const [error, setError] = useState<unknown>();
  const save = async (format: 'markdown' | 'json'): Promise<void> => {
    try {
      const { text } = await act('assistant/export', { id: view.id, format });
      saveFile(`conversation-${view.id.slice(0, 8)}.${format === 'json' ? 'json' : 'md'}`, text);
      onClose();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Export the conversation"
      about="With its calls and their results."
    >
      {error !== undefined && <Failed error={error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => void save('markdown')}>Markdown</Button>
        <Button onClick={() => void save('json')}>JSON</Button>
      </div>
    </Dialog>
  );
}

interface RemoveProps {
  readonly view: View;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemoveDialog({ view, onClose, onRemoved }: RemoveProps) {
  const remove = useAct('assistant/remove', ['assistant/conversations']);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Delete this conversation?"
      about={`“${visible(view.title)}” cannot be brought back. The record of its calls stays.`}
    >
      {remove.error && <Failed error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="bad"
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id: view.id }, { onSuccess: onRemoved })}
        >
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
