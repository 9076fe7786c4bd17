import { File, Folder } from 'lucide-react';
import { useEffect, useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { act, type Output } from '../../api/client.ts';
import { useLive } from '../../live/use-live.ts';
import { usePending } from '../../live/use-pending.ts';
import { Failed, Loading } from '../../ui/states.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { Card } from '../approvals/card.tsx';

type Listing = Output<'hosts/files'>;

/** The directories of a host, one at a time. */
export function HostFiles({ name }: { readonly name: string }) {
  const [path, setPath] = useState('~');
  const [round, setRound] = useState(0);
  const [listing, setListing] = useState<Listing | undefined>();
  const [error, setError] = useState<unknown>();
  const { waiting } = usePending();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again after the question is answered
  useEffect(() => {
    let isWanted = true;
    setListing(undefined);
    setError(undefined);
    act('hosts/files', { name, path }).then(
      (found) => isWanted && setListing(found),
      (failure: unknown) => isWanted && setError(failure),
    );
    return () => {
      isWanted = false;
    };
  }, [name, path, round]);
  useLive(['approval.decided'], (event) => {
    if (event.name !== 'approval.decided' || event.data.approval.id !== listing?.approvalId) return;
    if (event.data.approval.status === 'denied') setError(new Error('You denied it; nothing was read.'));
    else setRound(round + 1);
  });
  const approval = waiting.find(({ id }) => id === listing?.approvalId);
  if (error !== undefined) return <Failed error={error} onRetry={() => setRound(round + 1)} />;
  if (listing === undefined) return <Loading what="files" />;
  if (approval)
    return (
      <div className="[&_footer]:static">
        <Card approval={approval} />
      </div>
    );
  const above = listing.path.replace(/\/[^/]+\/?$/, '') || '/';
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="break-all font-mono text-soft text-xs">{visible(listing.path)}</p>
      <VirtualRows
        rows={[
          ...(listing.path === '/' ? [] : [{ name: '..', path: above, type: 'directory', size: 0 }]),
          ...listing.entries,
        ]}
        rowHeight={32}
        label={`Files in ${listing.path}`}
        className="max-h-96 rounded-md border border-line"
        keyOf={(entry) => entry.path + entry.name}
        render={(entry) =>
          entry.type === 'directory' ? (
            <button
              type="button"
              onClick={() => setPath(entry.path)}
              className="flex h-full w-full items-center gap-2 px-3 text-left hover:bg-raised"
            >
              <Folder aria-hidden size={15} />
              {visible(entry.name)}
            </button>
          ) : (
            <span className="flex h-full items-center gap-2 px-3">
              <File aria-hidden size={15} className="text-soft" />
              <span className="min-w-0 flex-1 truncate">{visible(entry.name)}</span>
              <span className="text-soft text-xs">{entry.size.toLocaleString('en')} bytes</span>
            </span>
          )
        }
      />
      {listing.isTruncated && <p className="text-soft text-xs">There are more files than are shown here.</p>}
    </div>
  );
}
