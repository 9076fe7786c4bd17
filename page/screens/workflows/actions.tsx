import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import type { Action } from './actions/action-config.ts';
import { ActionDialog } from './actions/action-dialog.tsx';
import { ActionRow } from './actions/action-row.tsx';

/** What agents may run by name, and what people allow of it. */
export function Actions() {
  const answer = useRead('actions/list', {}, { refreshOn: ['call.finished'] });
  const [edited, setEdited] = useState<Action | 'new' | undefined>();
  const saved = (): void => {
    setEdited(undefined);
    void answer.refetch();
  };
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button look="primary" onClick={() => setEdited('new')} icon={<Plus aria-hidden size={15} />}>
          New action
        </Button>
      </div>
      <Answer of={answer} what="actions">
        {({ actions }) =>
          actions.length === 0 ? (
            <Empty title="There are no actions yet">
              An action is a script, a webhook or a workflow with a name, which agents can run. Make one here,
              or ask an agent to; what each may do is set here.
            </Empty>
          ) : (
            <Panel>
              <ul aria-label="Actions" className="divide-y divide-line">
                {actions.map((action) => (
                  <ActionRow
                    key={action.actionId}
                    action={action}
                    onEdit={() => setEdited(action)}
                    onChanged={() => void answer.refetch()}
                  />
                ))}
              </ul>
            </Panel>
          )
        }
      </Answer>
      {edited !== undefined && (
        <ActionDialog
          action={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={saved}
        />
      )}
    </div>
  );
}
