import { useEffect } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { useAct } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed, Loading } from '../../ui/states.tsx';

interface Props {
  readonly name: string;
  readonly principal: string;
  readonly onClose: () => void;
}

/** The key a host shows now beside those that are known: a person compares, then says yes. */
export function TrustDialog({ name, principal, onClose }: Props) {
  const { mutate: ask, data: shown, error: unseen } = useAct('hosts/key');
  const trust = useAct('hosts/trust', ['hosts/list']);
  useEffect(() => ask({ name, principal }), [ask, name, principal]);
  const isChanged =
    shown && shown.known.length > 0 && !shown.known.some((one) => one.fingerprint === shown.fingerprint);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Trust ${visible(name)}?`}
      about="Compare the fingerprint with what the owner of the machine says. A different key means a different machine."
    >
      {unseen && <Failed error={unseen} />}
      {!shown && !unseen && <Loading what="the key it shows" />}
      {shown && (
        <>
          {isChanged && (
            <p role="alert" className="rounded-md bg-bad-ground px-3 py-2 text-bad">
              The key is not the one that is known. That is so after a new installation, or when somebody
              stands in between.
            </p>
          )}
          <p>It shows now:</p>
          <code className="break-all rounded-md border border-line bg-code p-3 font-mono text-[13px]">
            {visible(`${shown.type} ${shown.fingerprint}`)}
          </code>
          {shown.known.map(({ type, fingerprint, file }) => (
            <p key={fingerprint} className="break-all text-soft text-xs">
              Known from {visible(file)}: {visible(`${type} ${fingerprint}`)}
            </p>
          ))}
        </>
      )}
      {trust.error && <Failed error={trust.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="good"
          disabled={!shown || trust.isPending}
          onClick={() =>
            shown && trust.mutate({ name, principal, fingerprint: shown.fingerprint }, { onSuccess: onClose })
          }
        >
          Trust this key
        </Button>
      </div>
    </Dialog>
  );
}
