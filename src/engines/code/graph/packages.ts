import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';

/** The packages of a repository, and what they say they need. */
export interface Packages {
  /** One of the repository's own. */
  byName(name: string): OwnPackage | undefined;
  /** What the package a file belongs to says about another. */
  declared(file: string, name: string): Declared | undefined;
  /** The version in node_modules, as seen from a file. */
  installed(file: string, name: string): string | undefined;
}

interface OwnPackage {
  readonly folder: string;
  /** Paths it gives for a subpath, most likely first. */
  entries(subpath: string): string[];
}

interface Declared {
  readonly version: string;
  readonly isDev: boolean;
  readonly in: string;
}

type Json = Record<string, unknown>;

/** Reads the manifests among `files`, and nothing outside the root. */
export function readPackages(root: string, files: Iterable<string>): Packages {
  const manifests = new Map<string, Json>();
  for (const file of files) {
    if (!/(^|\/)package\.json$/.test(file)) continue;
    const manifest = readJson(root, file);
    if (manifest) manifests.set(dirname(file) === '.' ? '' : dirname(file), manifest);
  }
  const named = new Map(
    [...manifests].flatMap(([folder, manifest]) =>
      typeof manifest.name === 'string' ? [[manifest.name, { folder, manifest }] as const] : [],
    ),
  );
  const versions = new Map<string, string | undefined>();
  return {
    byName: (name) => {
      const own = named.get(name);
      return own && { folder: own.folder, entries: (subpath) => entriesOf(own.manifest, subpath) };
    },
    declared: (file, name) => {
      for (const folder of foldersAbove(file)) {
        const manifest = manifests.get(folder);
        const found = manifest && declaredIn(manifest, name);
        if (found) return { ...found, in: folder === '' ? 'package.json' : `${folder}/package.json` };
      }
      return undefined;
    },
    installed: (file, name) => {
      for (const folder of foldersAbove(file)) {
        const path = join(folder, 'node_modules', name, 'package.json');
        if (!versions.has(path)) versions.set(path, versionIn(root, path));
        const version = versions.get(path);
        if (version !== undefined) return version;
      }
      return undefined;
    },
  };
}

export function foldersAbove(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('/')), ''];
}

const FIELDS = ['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies'] as const;

function declaredIn(manifest: Json, name: string): Omit<Declared, 'in'> | undefined {
  for (const field of FIELDS) {
    const version = (manifest[field] as Json | undefined)?.[name];
    if (typeof version === 'string') return { version, isDev: field === 'devDependencies' };
  }
  return undefined;
}

function entriesOf(manifest: Json, subpath: string): string[] {
  const key = subpath === '' ? '.' : `./${subpath}`;
  const { exports } = manifest;
  const isMap = typeof exports === 'object' && exports !== null;
  const target = isMap ? ((exports as Json)[key] ?? (subpath === '' ? exports : undefined)) : exports;
  const patterns = isMap ? patternTargets(exports as Json, key) : [];
  const fields = [manifest.source, manifest.types, manifest.module, manifest.main];
  const plain = subpath === '' ? [...fields, 'src/index', 'index'] : [subpath, `src/${subpath}`];
  return [...stringsIn(target), ...patterns, ...plain].filter((entry) => typeof entry === 'string');
}

function patternTargets(exports: Json, key: string): string[] {
  return Object.entries(exports).flatMap(([pattern, target]) => {
    const [before = '', after = ''] = pattern.split('*');
    if (!pattern.includes('*') || !key.startsWith(before) || !key.endsWith(after)) return [];
    const middle = key.slice(before.length, key.length - after.length);
    return stringsIn(target).map((entry) => entry.replaceAll('*', middle));
  });
}

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => (key.startsWith('.') ? [] : stringsIn(inner)))
      : [];

function versionIn(root: string, path: string): string | undefined {
  const version = readJson(root, path)?.version;
  return typeof version === 'string' ? version : undefined;
}

const LARGEST_MANIFEST = 8_388_608;

function readJson(root: string, file: string): Json | undefined {
  try {
    // A link in node_modules may lead anywhere.
    const path = realpathSync(join(root, file));
    if (!isInside(path, [root])) return undefined;
    const value: unknown = JSON.parse(readIfSmall(path, { mostBytes: LARGEST_MANIFEST }) ?? '');
    return typeof value === 'object' && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
