import { visible } from '../../../../src/core/text/visible.ts';
import { act } from '../../../api/client.ts';
import { useRead } from '../../../api/use-acts.ts';
import { useGated } from '../../../live/use-gated.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { GateNotice } from '../../approvals/gate-notice.tsx';
import { type Action, type ActionType, configOf, textsOf } from './action-config.ts';
import { fieldsOf } from './action-fields.ts';

const TYPES: readonly { readonly value: ActionType; readonly title: string }[] = [
  { value: 'script', title: 'Script: a program with its arguments' },
  { value: 'webhook', title: 'Webhook: a request to a web server' },
  { value: 'workflow', title: 'Workflow: with fixed inputs' },
];

interface Props {
  /** The one to change; none: a new one. */
  readonly action: Action | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** An action as a form; what it would do is asked about before it is kept. */
export function ActionDialog({ action, onClose, onSaved }: Props) {
  const { data } = useRead('workflows/list', {});
  const gated = useGated();
  const workflows = (data?.workflows ?? []).map(({ workflowId, name }) => ({
    value: workflowId,
    title: visible(name),
  }));
  return (
    <Dialog isOpen onClose={onClose} title={action ? `Edit ${action.name}` : 'New action'}>
      {gated.approval ? (
        <GateNotice gated={gated} />
      ) : (
        <Form
          isColumn
          fields={({ type }) => [
            ...(action ? [] : [{ name: 'type', label: 'Kind', kind: 'select', options: TYPES } as const]),
            { name: 'name', label: 'Name', maxLength: 120 },
            { name: 'description', label: 'What it is for', isOptional: true, maxLength: 2000 },
            // Sound: the list offers exactly the types.
            ...fieldsOf(type as ActionType, workflows),
            ...(action ? [{ name: 'enabled', label: 'It can be run', kind: 'check' } as const] : []),
          ]}
          initial={{
            ...textsOf(action?.config),
            type: action?.actionType ?? 'script',
            name: action?.name ?? '',
            description: action?.description ?? '',
            enabled: action?.isEnabled === false ? '' : 'on',
          }}
          submit="Save action"
          isBusy={gated.isBusy}
          error={gated.error}
          onCancel={onClose}
          onSubmit={({ type, name, description, enabled, ...texts }) =>
            gated.start(`Saving of ${name.trim()}`, async () => {
              const actionType = type as ActionType;
              const { approvalId } = await act('actions/save', {
                ...(action && { id: action.actionId }),
                actionType,
                name: name.trim(),
                ...(description.trim() !== '' && { description: description.trim() }),
                config: configOf(actionType, texts),
                isEnabled: enabled === 'on',
              });
              return { approvalId, after: onSaved };
            })
          }
        />
      )}
    </Dialog>
  );
}
