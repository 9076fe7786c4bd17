import { basename, join } from 'node:path';
import { isSecretFile } from '../../../core/path/sensitive-paths.ts';
import { isGone, listEntries, MOST_PATH_BYTES, type NamedEntry } from '../../files/open/disk-names.ts';
import { gathered } from './gathered-places.ts';

/** Looked through again in the background after so long: installing something is a person's doing, and seldom. */
const FRESH_MS = 30_000;
const MOST_DIRECTORIES = 120_000;
/** Each is a mount of its own. */
const MOST_FOUND = 500;

interface Looked {
  readonly at: number;
  readonly found: Promise<readonly string[]>;
}

const looked = new Map<string, Looked>();
const MOST_PLACES = 200;

/**
 * What to hide in `node_modules`, virtual environments and caches: files named like secrets, sockets, pipes, and what
 * repositories in there keep. They are too large to be looked through before every run, so what was found stands for a while.
 */
export async function secretsInDependencies(places: readonly string[]): Promise<string[]> {
  const found = await Promise.all(places.map(secretsIn));
  return found.flat();
}

function secretsIn(place: string): Promise<readonly string[]> {
  const before = looked.get(place);
  if (before && performance.now() - before.at < FRESH_MS) return before.found;
  if (looked.size > MOST_PLACES) looked.clear();
  const found = lookThrough(place);
  looked.set(place, { at: performance.now(), found });
  return before?.found ?? found;
}

/** What there is no time to look into is out of sight, too. */
async function lookThrough(root: string): Promise<readonly string[]> {
  const secrets: string[] = [];
  const waiting = [root];
  for (let count = 0; count < MOST_DIRECTORIES; count++) {
    const path = waiting.pop();
    if (path === undefined) break;
    const entries = await entriesOf(path);
    if (entries === 'unseen' || (path !== root && isStore(path, entries))) secrets.push(path);
    else
      for (const entry of entries) {
        const place = join(path, entry.name);
        if (entry.name === '.git') secrets.push(place);
        else if (entry.isDirectory()) waiting.push(place);
        else if (isHidden(entry.name) || entry.isSocket() || entry.isFIFO()) secrets.push(place);
      }
  }
  return gathered([...secrets, ...waiting], root, MOST_FOUND);
}

const entriesOf = (path: string): Promise<readonly NamedEntry[] | 'unseen'> => {
  if (Buffer.byteLength(path) > MOST_PATH_BYTES) return Promise.resolve('unseen');
  return listEntries(path).catch((error: unknown) => (isGone(error) ? [] : 'unseen'));
};

/** A repository without a working tree, or objects of one: mirrors and caches are kept like that. */
function isStore(path: string, entries: readonly NamedEntry[]): boolean {
  const names = new Set(entries.map(({ name }) => name));
  const isRepository = names.has('HEAD') && (names.has('objects') || names.has('commondir'));
  return isRepository || (basename(path) === 'objects' && names.has('info') && names.has('pack'));
}

/** Packages bring certificates and keys of their own for tests and for the web, which programs need. */
const isHidden = (name: string): boolean =>
  isSecretFile(name) && !/\.(pem|key|p8|p12|pfx|jks|keystore)$/i.test(name);
