import { basename, dirname, join } from 'node:path';
import type { Call, Lead } from '../../core/call/call.ts';
import { isInside } from '../../core/path/paths.ts';
import type { Surroundings } from '../risk/place.ts';

/** Each is looked for on the disk while everybody waits. */
const MOST_LOOKS = 1000;
/** A person reads these one by one. */
const MOST_SAID = 10;

type Links = Pick<Surroundings, 'realPathOf'>;

/**
 * Where the open names of a call lead that are links, or lie behind one, at this moment: an answer for a name is one for
 * what lies there, and nothing that the name leads to later.
 */
export function leadsOf({ facts, request: { caller } }: Call, { realPathOf }: Links): readonly Lead[] {
  const { touches = [], reaches = [], runs = [] } = facts;
  const itself = (path: string): string => join(realPathOf(dirname(path)), basename(path));
  const real = new Map<string, () => string>();
  // What a command executes is bound by what it says.
  for (const path of reaches) if (!runs.includes(path)) real.set(path, () => realPathOf(path));
  for (const touch of touches) {
    if (touch.kind !== 'path') continue;
    const { path, access } = touch;
    // What is deleted is the link itself.
    real.set(path, () => (access === 'delete' ? itself(path) : realPathOf(path)));
  }
  return [...real].slice(0, MOST_LOOKS).flatMap(([path, find]) => {
    if (!isInside(path, caller.roots)) return [];
    const to = find();
    if (to === path) return [];
    const link = itself(path);
    return [{ path, to, ...(link !== path && link !== to && { itself: link }) }];
  });
}

/** For the person who is asked about the names. */
export function noteLeads(call: Call, links: Links): void {
  const leads = leadsOf(call, links);
  if (leads.length === 0) return;
  call.facts.leads = leads;
  const said = leads.slice(0, MOST_SAID).map(({ path, to }) => `${path} leads to ${to}`);
  const more = leads.length - said.length;
  call.facts.reasons = [
    ...(call.facts.reasons ?? []),
    ...said,
    ...(more > 0 ? [`${more} more names lead elsewhere`] : []),
  ];
}
