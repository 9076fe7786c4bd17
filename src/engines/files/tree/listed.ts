import type { Stats } from 'node:fs';
import { sep } from 'node:path';
import type { ErrorCode } from '../../../core/errors.ts';
import { isoTime } from '../../../core/text/iso-time.ts';
import { shownName } from '../../../core/text/shown-name.ts';
import { STAND_IN } from '../open/entry-name.ts';
import { type EntryType, typeOf } from '../open/entry-type.ts';

export interface Entry {
  readonly name: string;
  readonly path: string;
  readonly type: EntryType;
  readonly size: number;
  readonly modified: string;
}

/** What a listing comes across. */
export interface Found {
  /** What the order goes by. A directory's key ends with "/": what lies below it then follows it in plain string order. */
  readonly key: string;
  /** Undefined for what was deleted between the listing and the look at it. */
  readonly entry: Entry | undefined;
  /** Its name holds bytes that no caller can write. */
  readonly isNameless: boolean;
  /** Why it was not looked into, where it should have been. */
  readonly closedFor?: ErrorCode | undefined;
}

export function describe(stats: Stats | undefined, path: string, name: string): Entry | undefined {
  if (!stats) return undefined;
  return {
    name,
    path: path.endsWith(sep) ? path + name : path + sep + name,
    type: typeOf(stats),
    size: stats.size,
    modified: isoTime(stats.mtimeMs),
  };
}

const MOST_NAMED = 20;

/** What the entries alone do not say; undefined if they say it all. */
export function noteOn(found: readonly Found[]): string | undefined {
  const closed = found.flatMap(({ entry, closedFor }) =>
    entry && closedFor ? `${shownName(entry.name)} (${closedFor})` : [],
  );
  const nameless = found.flatMap(({ entry, isNameless }) =>
    entry && isNameless ? shownName(entry.name) : [],
  );
  const notes = [
    closed.length > 0 && `Not looked into: ${enumerate(closed)}`,
    nameless.length > 0 &&
      `Not UTF-8, shown with ${STAND_IN}, and out of reach by name: ${enumerate(nameless)}. The directory around can be moved or copied.`,
  ].filter((note) => note !== false);
  return notes.length > 0 ? notes.join('\n') : undefined;
}

function enumerate(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
