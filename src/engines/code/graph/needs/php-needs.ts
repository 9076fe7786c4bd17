import { join } from 'node:path/posix';
import { folderOf } from './manifest-files.ts';
import type { FindOrigin, ManifestFiles, Origin, Requirement } from './requirement.ts';

type Table = Record<string, unknown>;
const table = (value: unknown): Table =>
  typeof value === 'object' && value !== null ? (value as Table) : {};

/** Composer: a lock file says which namespaces a package has; without it names have to do. */
export function phpOrigins(files: ManifestFiles): FindOrigin {
  const parsed = new Map<string, Table>();
  const json = (file: string | undefined): Table => {
    if (file === undefined) return {};
    const known = parsed.get(file) ?? parse(files.read(file));
    parsed.set(file, known);
    return known;
  };
  const locks = new Map<string, readonly Locked[]>();
  const lockOf = (file: string | undefined): readonly Locked[] => {
    const known = locks.get(file ?? '') ?? lockedIn(json(file));
    locks.set(file ?? '', known);
    return known;
  };
  return (from, written) => {
    const module = written.replace(/^\\/, '');
    const [manifest] = files.above(from, /^composer\.json$/);
    const [lock] = files.above(from, /^composer\.lock$/);
    const own = json(manifest);
    const file = manifest && ownFile(own, folderOf(manifest), module, files);
    if (file !== undefined) return { kind: 'file', file };
    const locked = lockOf(lock);
    const found = (name: string): Requirement => {
      const declared = table(own.require)[name];
      const dev = table(own['require-dev'])[name];
      const one = locked.find((known) => known.name === name);
      return {
        declared: [declared, dev].find((range) => typeof range === 'string') as string | undefined, // Sound: so it is found.
        installed: one?.version,
        isDev: one?.isDev ?? (declared === undefined && dev !== undefined),
      };
    };
    const byPrefix = locked
      .flatMap(({ name, prefixes }) => prefixes.map((prefix) => ({ name, prefix })))
      .filter(({ prefix }) => prefix !== '' && `${module}\\`.startsWith(prefix))
      .sort((a, b) => b.prefix.length - a.prefix.length)[0];
    if (byPrefix) return { kind: 'package', name: byPrefix.name, requirement: found(byPrefix.name) };
    const names = [...Object.keys(table(own.require)), ...Object.keys(table(own['require-dev']))];
    return byName(module, names, found);
  };
}

/** `Monolog\Logger` is of `monolog/monolog`, and `Symfony\Component\Yaml\Yaml` of `symfony/yaml`. */
function byName(module: string, names: readonly string[], found: (name: string) => Requirement): Origin {
  const words = module.split('\\').map(plain);
  const fitting = names.filter((name) => {
    const [vendor = '', own] = name.split('/');
    return own !== undefined && words[0] === plain(vendor) && words.includes(plain(own));
  });
  const [only] = fitting;
  return only !== undefined && fitting.length === 1
    ? { kind: 'package', name: only, requirement: found(only), isGuess: true }
    : { kind: 'unknown' };
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_.]/g, '');

/** A class of the project's own namespaces. */
function ownFile(manifest: Table, folder: string, module: string, files: ManifestFiles): string | undefined {
  for (const field of ['autoload', 'autoload-dev'])
    for (const [prefix, places] of Object.entries(table(table(manifest[field])['psr-4']))) {
      if (!module.startsWith(prefix)) continue;
      for (const place of [places].flat()) {
        const path = `${module.slice(prefix.length).replaceAll('\\', '/')}.php`;
        const file = join(folder, String(place), path);
        if (files.has(file)) return file;
      }
    }
  return undefined;
}

interface Locked {
  readonly name: string;
  readonly version: string;
  readonly isDev: boolean;
  readonly prefixes: readonly string[];
}

const lockedIn = (lock: Table): Locked[] =>
  ['packages', 'packages-dev'].flatMap((field) => {
    const list = lock[field];
    return (Array.isArray(list) ? list : []).map(table).map(({ name, version, autoload }) => ({
      name: String(name),
      version: String(version).replace(/^v(?=\d)/, ''),
      isDev: field === 'packages-dev',
      prefixes: ['psr-4', 'psr-0'].flatMap((kind) => Object.keys(table(table(autoload)[kind]))),
    }));
  });

function parse(text: string): Table {
  try {
    return table(JSON.parse(text));
  } catch {
    return {};
  }
}
