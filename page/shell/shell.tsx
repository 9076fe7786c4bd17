import { Outlet } from '@tanstack/react-router';
import { useLiveState } from '../live/use-live.ts';
import { useFollowPending } from '../live/use-pending.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { Navigation } from './navigation.tsx';
import { OwnCallsBar } from './own-calls-bar.tsx';
import { SignedOut } from './signed-out.tsx';
import { useNotify } from './use-notify.ts';
import { WaitingBar } from './waiting-bar.tsx';

/** What stands around every screen. */
export function Shell() {
  useFollowPending();
  useNotify();
  if (useLiveState() === 'signed-out') return <SignedOut />;
  return (
    <div className="flex h-full flex-col md:flex-row">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded focus:bg-panel focus:p-2"
      >
        Skip to content
      </a>
      <Navigation />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConnectionBar />
        <WaitingBar />
        <OwnCallsBar />
        <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-auto focus:outline-none">
          <Outlet />
        </main>
      </div>
    </div>
  );
}
