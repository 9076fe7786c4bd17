import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import type { Output } from '../../api/client.ts';
import { useAct } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import { HostFiles } from './host-files.tsx';
import { TrustDialog } from './trust-dialog.tsx';

interface Props {
  readonly host: Output<'hosts/list'>['hosts'][number];
  readonly principal: string;
  /** Whose own agents use it: files are shown of those alone. */
  readonly isYou: boolean;
}

/** One host: how it stands, the keys that are known for it, and what can be done with it. */
export function HostRow({ host, principal, isYou }: Props) {
  const { name, user, address, source, knownKeys, isConnected, lastUsedAt, problem, root } = host;
  const test = useAct('hosts/test', ['hosts/list', 'hosts/questions']);
  const [shown, setShown] = useState<'trust' | 'forget' | 'files' | undefined>();
  const close = (): void => setShown(undefined);
  return (
    <li className="flex min-w-0 flex-col gap-2 px-4 py-3">
      <div className="flex min-w-0 flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold">
            {visible(name)}
            <Badge>{source}</Badge>
            {isConnected && <Badge look="good">connected</Badge>}
            {knownKeys.length === 0 && <Badge look="warn">not trusted yet</Badge>}
          </h2>
          <p className="break-words text-soft">
            {visible(`${user}@${address}`)}
            {root !== undefined && `, below ${visible(root)}`}
            {lastUsedAt !== undefined && (
              <>
                , used <Ago at={lastUsedAt} />
              </>
            )}
          </p>
          {knownKeys.map((key) => (
            <code key={key} className="block break-all font-mono text-soft text-xs">
              {visible(key)}
            </code>
          ))}
          {problem !== undefined && <p className="break-words text-bad">{visible(problem)}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            aria-label={`Test ${name}`}
            disabled={test.isPending}
            onClick={() => test.mutate({ name, principal })}
          >
            Test
          </Button>
          <Button aria-label={`Trust ${name}`} onClick={() => setShown('trust')}>
            Trust
          </Button>
          <Button aria-label={`Forget ${name}`} onClick={() => setShown('forget')}>
            Forget
          </Button>
          {isYou && (
            <Button
              aria-label={`Files of ${name}`}
              aria-expanded={shown === 'files'}
              onClick={() => setShown(shown === 'files' ? undefined : 'files')}
            >
              Files
            </Button>
          )}
        </div>
      </div>
      {test.isPending && <p role="status">Connecting …</p>}
      {test.error && <Failed error={test.error} />}
      {test.data && (
        <p role="status" className="break-words rounded-md bg-good-ground px-3 py-2 text-good">
          It works: {visible(`${test.data.system}, home ${test.data.home}`)}. Connected in{' '}
          {Math.round(test.data.connectMs)} ms, a command takes {Math.round(test.data.commandMs)} ms. Key{' '}
          <code className="break-all">{visible(test.data.fingerprint)}</code>
        </p>
      )}
      {shown === 'trust' && <TrustDialog name={name} principal={principal} onClose={close} />}
      {shown === 'forget' && <ForgetDialog name={name} principal={principal} onClose={close} />}
      {shown === 'files' && <HostFiles name={name} />}
    </li>
  );
}
