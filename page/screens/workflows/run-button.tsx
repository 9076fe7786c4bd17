import { Play } from 'lucide-react';
import { useState } from 'react';
import { act, type Output } from '../../api/client.ts';
import { useGated } from '../../live/use-gated.ts';
import { Button } from '../../ui/button.tsx';
import { GateNotice } from '../approvals/gate-notice.tsx';
import { InputsDialog } from './inputs-dialog.tsx';
import { runAddress } from './run-address.ts';

type Data = Readonly<Record<string, unknown>>;

interface Props {
  readonly workflow: Pick<Output<'workflows/show'>, 'workflowId' | 'name' | 'definition'>;
  readonly isOff?: boolean;
  /** For a list, where every row has such a button. */
  readonly label?: string;
}

/** Runs a workflow, with inputs where it takes some; they stay until the host has taken them. */
export function RunButton({ workflow, isOff = false, label }: Props) {
  const { workflowId, name, definition } = workflow;
  const gated = useGated();
  const [isAsking, setAsking] = useState(false);
  const [given, setGiven] = useState<Data | undefined>();
  const run = (inputs: Data): void => {
    setGiven(inputs);
    gated.start(`Run of ${name}`, async () => {
      const { executionId, approvalId } = await act('workflows/run', { id: workflowId, inputs });
      setAsking(false);
      return { approvalId, seeAt: runAddress(executionId) };
    });
  };
  return (
    <>
      <Button
        {...(label !== undefined && { 'aria-label': label })}
        disabled={gated.isBusy || isOff}
        onClick={() => (definition.inputs === undefined ? run({}) : setAsking(true))}
        icon={<Play aria-hidden size={14} />}
      >
        Run
      </Button>
      <div className="order-last w-full empty:hidden">{!isAsking && <GateNotice gated={gated} />}</div>
      {isAsking && (
        <InputsDialog
          schema={definition.inputs}
          given={given}
          gated={gated}
          onClose={() => setAsking(false)}
          onRun={run}
        />
      )}
    </>
  );
}
