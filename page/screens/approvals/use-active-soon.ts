import { useEffect, useState } from 'react';

const IGNORED_MS = 500;

/** True once this card has been there for half a second. */
export function useActiveSoon(id: string): boolean {
  const [active, setActive] = useState<string | undefined>();
  useEffect(() => {
    const timer = setTimeout(() => setActive(id), IGNORED_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return active === id;
}
