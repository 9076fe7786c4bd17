import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/client.ts';
import { takeSessionKey } from './api/session-key.ts';
import { openStream } from './live/event-stream.ts';
import { lookAtOwnCalls } from './live/own-calls.ts';
import { router } from './router.tsx';
import './styles.css';

takeSessionKey();
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A host that is away comes back; one that refuses goes on refusing.
      retry: (count, error) => error instanceof ApiError && error.status === 0 && count < 1,
      refetchOnWindowFocus: true,
    },
  },
});
openStream(() => {
  void queries.invalidateQueries();
  lookAtOwnCalls();
});
// Without one the page works as well, only not while the host is away.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
