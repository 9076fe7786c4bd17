/**
 * The same answer for the same name, for as long as nobody has a turn: the steps of a call ask where a name leads many
 * times, each by itself. Whatever waited for anything asks anew.
 */
export function onceAtATime<T>(look: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    if (known.size === 0) queueMicrotask(() => known.clear());
    const found = look(name);
    known.set(name, found);
    return found;
  };
}
