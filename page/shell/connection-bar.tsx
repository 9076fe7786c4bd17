import { CloudOff } from 'lucide-react';
import { useLiveState } from '../live/use-live.ts';

/** Says that what is shown may be old, while the host is away. */
export function ConnectionBar() {
  const state = useLiveState();
  return (
    <div role="status">
      {state === 'lost' && (
        <p className="flex items-center gap-2 bg-warn-ground px-4 py-2 text-sm text-warn">
          <CloudOff aria-hidden size={16} className="shrink-0" />
          The host does not answer. What you see may be old; the page connects again by itself. If it stopped,
          start it with: toolgate serve
        </p>
      )}
    </div>
  );
}
