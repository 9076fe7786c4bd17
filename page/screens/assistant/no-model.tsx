import { KeyRound, RotateCcw } from 'lucide-react';
import { visible } from '../../../src/core/text/visible.ts';
import { useRead } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { TextBlock } from '../../ui/text-block.tsx';

interface Props {
  readonly help: string | null;
  readonly onRetry: () => void;
}

/** There is nobody to talk to yet: how to get a model. */
export function NoModel({ help, onRetry }: Props) {
  const settings = useRead('settings/get', {});
  const file = settings.data?.file;
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line bg-panel p-5">
      <h2 className="flex items-center gap-2 font-semibold text-base">
        <KeyRound aria-hidden size={18} />
        The assistant needs a model
      </h2>
      <p className="max-w-prose text-soft">
        Give Toolgate the key of a provider, or the address of a model on your own machine. Everything else
        works without one.
      </p>
      <TextBlock text={help ?? ''} label="How to get a model" />
      <p className="max-w-prose text-soft">
        A key that is stored counts at once: also under Settings, Providers. What stands in the configuration
        file{file && ` (${visible(file)})`}, or in the environment, is read when the host starts: end toolgate
        serve and start it again.
      </p>
      <Button className="self-start" onClick={onRetry} icon={<RotateCcw aria-hidden size={14} />}>
        Look again
      </Button>
    </section>
  );
}
