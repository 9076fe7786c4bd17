const NAME = 'toolgate.key';

/** The link brings it behind the #, which no server sees; it stays in this origin and goes out of the address. */
export function takeSessionKey(): void {
  const found = /^#key=([\w-]+)$/.exec(location.hash)?.[1];
  if (found === undefined) return;
  localStorage.setItem(NAME, found);
  history.replaceState(null, '', location.pathname + location.search);
}

export const sessionKey = (): string => localStorage.getItem(NAME) ?? '';
