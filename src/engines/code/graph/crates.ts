import { dirname, join } from 'node:path/posix';
import { parse } from 'smol-toml';
import { once } from '../../../core/timing/once.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import { ifShort, type Requirement } from './needs/requirement.ts';
import { foldersAbove } from './packages.ts';

/** The packages of Rust in a repository, and what they need. */
export interface Crates {
  /** What the package that code calls `serde_json` is called where it comes from. */
  nameOf(from: string, crate: string): string | undefined;
  requirement(from: string, name: string): Requirement | undefined;
  /** There is a manifest that would name what a file needs. */
  hasManifest(from: string): boolean;
  /** A file of another package of the repository. */
  fileOf(from: string, path: readonly string[], files: ReadonlySet<string>): string | undefined;
}

type Table = Record<string, unknown>;

interface Needed {
  readonly name: string;
  readonly declared: string | undefined;
  readonly isDev: boolean;
}

interface Manifest {
  readonly folder: string;
  readonly name: string | undefined;
  /** As code calls it. */
  readonly crate: string | undefined;
  readonly root: string | undefined;
  /** By the name that code calls them. */
  readonly needs: ReadonlyMap<string, Needed>;
}

export function readCrates(root: string, manifests: readonly string[]): Crates {
  const tables = new Map<string, Table>();
  for (const file of manifests)
    if (/(^|\/)Cargo\.toml$/.test(file)) tables.set(folderOf(file), parsed(join(root, file)));
  const all = new Map([...tables].map(([folder, table]) => [folder, manifestOf(folder, table, tables)]));
  const byCrate = new Map([...all.values()].flatMap((one) => (one.crate ? [[one.crate, one] as const] : [])));
  const locks = once(() =>
    manifests.filter((file) => /(^|\/)Cargo\.lock$/.test(file)).map((file) => readLock(root, file)),
  );
  const nearest = (from: string): Manifest | undefined =>
    foldersAbove(from)
      .flatMap((folder) => all.get(folder) ?? [])
      .find(({ name }) => name !== undefined);
  return {
    nameOf: (from, crate) => nearest(from)?.needs.get(crate)?.name,
    hasManifest: (from) => nearest(from) !== undefined,
    requirement: (from, name) => {
      const own = nearest(from);
      const need = own && [...own.needs.values()].find((one) => one.name === name);
      if (!own || !need) return undefined;
      const folders = new Set(foldersAbove(from));
      const lock = locks()
        .filter(({ folder }) => folders.has(folder))
        .sort((a, b) => b.folder.length - a.folder.length)[0];
      return {
        declared: need.declared,
        installed: lock?.versionFor(own.name ?? '', name),
        isDev: need.isDev,
      };
    },
    fileOf: (_from, [first = '', ...rest], files) => {
      const own = byCrate.get(first);
      if (!own) return undefined;
      const top = own.root ?? join(own.folder, 'src/lib.rs');
      for (let count = rest.length; count > 0; count--) {
        const path = join(dirname(top), ...rest.slice(0, count));
        const file = [`${path}.rs`, `${path}/mod.rs`].find((one) => files.has(one));
        if (file !== undefined) return file;
      }
      return files.has(top) ? top : undefined;
    },
  };
}

const folderOf = (file: string): string => (dirname(file) === '.' ? '' : dirname(file));
const table = (value: unknown): Table =>
  typeof value === 'object' && value !== null ? (value as Table) : {};
const text = (value: unknown): string | undefined => (typeof value === 'string' ? ifShort(value) : undefined);
const inCode = (name: string): string => name.replaceAll('-', '_');

function parsed(path: string): Table {
  try {
    return parse(readIfSmall(path) ?? '');
  } catch {
    return {};
  }
}

function manifestOf(folder: string, manifest: Table, tables: ReadonlyMap<string, Table>): Manifest {
  const name = text(table(manifest.package).name);
  const library = table(manifest.lib);
  const shared = table(
    [folder, ...foldersAbove(folder)]
      .map((one) => table(tables.get(one)?.workspace).dependencies)
      .find((found) => found !== undefined),
  );
  const path = text(library.path);
  const crate = text(library.name) ?? name;
  return {
    folder,
    name,
    crate: crate === undefined ? undefined : inCode(crate),
    root: path === undefined ? undefined : join(folder, path),
    needs: needsOf(manifest, shared),
  };
}

function needsOf(manifest: Table, shared: Table): Map<string, Needed> {
  const needs = new Map<string, Needed>();
  for (const source of [manifest, ...Object.values(table(manifest.target)).map(table)])
    for (const field of ['dev-dependencies', 'build-dependencies', 'dependencies'])
      for (const [key, written] of Object.entries(table(source[field]))) {
        const asked = table(written).workspace === true ? shared[key] : written;
        const declared = text(asked) ?? text(table(asked).version);
        const isDev = field === 'dev-dependencies';
        needs.set(inCode(key), { name: text(table(asked).package) ?? key, declared, isDev });
      }
  return needs;
}

interface Lock {
  readonly folder: string;
  versionFor(owner: string, name: string): string | undefined;
}

/** Where a package is there in several versions, its owner says which one it means. */
function readLock(root: string, file: string): Lock {
  const { package: listed } = parsed(join(root, file));
  const packages = (Array.isArray(listed) ? listed : []).map(table);
  return {
    folder: folderOf(file),
    versionFor: (owner, name) => {
      const versions = packages.filter((one) => one.name === name).flatMap((one) => text(one.version) ?? []);
      if (versions.length < 2) return versions[0];
      const own = packages.find((one) => one.name === owner && one.source === undefined);
      const named = Array.isArray(own?.dependencies) ? own.dependencies.map(String) : [];
      return named.find((one) => one.startsWith(`${name} `))?.split(' ')[1];
    },
  };
}
