import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { visible } from '../../src/core/text/visible.ts';
import { forgetOwnCall, type OwnCall, ownCalls, watchOwnCalls } from '../live/own-calls.ts';
import { Button } from '../ui/button.tsx';

/** What came of what a person started, where the screen that started it is left. */
export function OwnCallsBar() {
  const ended = useSyncExternalStore(watchOwnCalls, ownCalls).filter(
    ({ isWatched, stand }) => !isWatched && ['done', 'failed', 'expired'].includes(stand.kind),
  );
  return (
    <div role="status">
      {ended.map((call) => (
        <p
          key={call.id}
          className="flex flex-wrap items-center gap-2 border-line border-b bg-panel px-4 py-2"
        >
          <span className="min-w-0 flex-1 break-words">
            <span className="font-medium">{visible(call.what)}</span>: {visible(inWords(call))}
          </span>
          {call.stand.kind === 'done' && call.stand.seeAt !== undefined && (
            <Link
              to={call.stand.seeAt}
              onClick={() => forgetOwnCall(call.id)}
              className="font-medium text-accent underline"
            >
              See it
            </Link>
          )}
          <Button
            look="quiet"
            aria-label={`Close: ${call.what}`}
            onClick={() => forgetOwnCall(call.id)}
            icon={<X aria-hidden size={14} />}
          />
        </p>
      ))}
    </div>
  );
}

function inWords({ stand }: OwnCall): string {
  if (stand.kind === 'failed')
    return stand.error instanceof Error ? stand.error.message : String(stand.error);
  if (stand.kind === 'expired') return 'nobody answered in time; nothing was done';
  return 'done, as you allowed it';
}
