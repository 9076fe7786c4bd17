import { useRouter } from '@tanstack/react-router';
import { Failed } from '../ui/states.tsx';

/** A screen that failed to load or to draw; the rest of the page goes on. */
export function ScreenError({ error }: { readonly error: unknown }) {
  const router = useRouter();
  return <Failed error={error} onRetry={() => void router.invalidate()} />;
}
