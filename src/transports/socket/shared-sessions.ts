/** Commands in one directory share a session; it ends with the last of them. */
export interface SharedSessions {
  join(session: string): void;
  leave(session: string): void;
}

export function createSharedSessions(end: (session: string) => void): SharedSessions {
  const counts = new Map<string, number>();
  return {
    join: (session) => void counts.set(session, (counts.get(session) ?? 0) + 1),
    leave: (session) => {
      const left = (counts.get(session) ?? 1) - 1;
      if (left > 0) {
        counts.set(session, left);
        return;
      }
      counts.delete(session);
      end(session);
    },
  };
}
