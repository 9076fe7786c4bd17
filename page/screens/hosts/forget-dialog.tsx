import { visible } from '../../../src/core/text/visible.ts';
import { useAct } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/states.tsx';

interface Props {
  readonly name: string;
  readonly principal: string;
  readonly onClose: () => void;
}

/** Its keys are taken out of known_hosts; one that was added here is gone. */
export function ForgetDialog({ name, principal, onClose }: Props) {
  const forget = useAct('hosts/forget', ['hosts/list']);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Forget ${visible(name)}?`}
      about="Its keys are no longer accepted. A host that was added here is gone; one of ~/.ssh/config stays and asks again."
    >
      {forget.error && <Failed error={forget.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="bad"
          disabled={forget.isPending}
          onClick={() => forget.mutate({ name, principal }, { onSuccess: onClose })}
        >
          Forget it
        </Button>
      </div>
    </Dialog>
  );
}
