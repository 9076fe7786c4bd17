import type { DatabaseSync } from 'node:sqlite';

/**
 * A store some of whose changes are on the disk when they return: what a person decided, and the use of an answer,
 * must not be undone by a power cut. Everything else goes without the wait.
 */
export function durable<S extends object>(
  db: DatabaseSync,
  store: S,
  methods: readonly (keyof S & string)[],
): S {
  const copy = { ...store };
  for (const method of methods) {
    const change = store[method];
    if (typeof change !== 'function') throw new Error(`There is no ${method} to wait for`);
    // Sound: it takes and answers what the method does.
    copy[method] = ((...args: unknown[]) => onDisk(db, () => change(...args))) as S[typeof method];
  }
  return copy;
}

/** Runs a change whose commit is on the disk afterwards. One within the transaction of another is as durable as that. */
export function onDisk<T>(db: DatabaseSync, change: () => T): T {
  if (db.isTransaction) return change();
  db.exec('PRAGMA synchronous = FULL');
  try {
    return change();
  } finally {
    db.exec('PRAGMA synchronous = NORMAL');
  }
}
