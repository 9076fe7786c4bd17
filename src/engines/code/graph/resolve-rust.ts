import { join } from 'node:path/posix';
import type { ImportFact } from '../facts.ts';
import type { Crates } from './crates.ts';
import type { ResolvedImport } from './resolve-import.ts';

/**
 * `mod shape;` is a file beside; a path leads through such files as far as there are any, and then to something in the
 * last. What is taken from a module may be a module as well. Nothing where it is in the file itself.
 */
export function resolveRust(
  from: string,
  { module, target = module, kind, names }: ImportFact,
  { files, crates, own }: RustParts,
): ResolvedImport[] {
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  const place = { from, folder, files };
  if (kind === 'include') {
    const path = target.endsWith('.rs') ? fileAt(folder, target, files) : fileOf(target, place);
    return [path === undefined ? { kind: 'unresolved', name: module } : { kind: 'file', file: path }];
  }
  const [first = target] = target.split('::');
  const items = names.length === 0 ? [''] : names.map(({ name }) => (/^(\*|self)$/.test(name) ? '' : name));
  const found = new Set<string>();
  for (const item of items) {
    const path = item === '' ? target : `${target}::${item}`;
    const file = fileOf(path, place) ?? crates.fileOf(from, path.split('::'), files);
    if (file !== undefined) found.add(file);
  }
  if (found.size > 0)
    return [...found].filter((file) => file !== from).map((file) => ({ kind: 'file', file }));
  // `use Color::*` and `use inner::area`: something that the file declares.
  if (own.has(first) || first === 'self' || /^\p{Lu}/u.test(first)) return [];
  if (first === 'crate' || first === 'super') return [{ kind: 'unresolved', name: module }];
  if (['std', 'core', 'alloc', 'proc_macro', 'test'].includes(first))
    return [{ kind: 'builtin', name: module }];
  return [{ kind: 'package', name: crates.nameOf(from, first) ?? first }];
}

export interface RustParts {
  readonly files: ReadonlySet<string>;
  readonly crates: Crates;
  /** What the file declares at its top. */
  readonly own: ReadonlySet<string>;
}

interface Place {
  readonly from: string;
  readonly folder: string;
  readonly files: ReadonlySet<string>;
}

const ROOTS = ['lib.rs', 'main.rs'];

function fileAt(folder: string, path: string, files: ReadonlySet<string>): string | undefined {
  const file = join(folder, path);
  return files.has(file) ? file : undefined;
}

function fileOf(path: string, { from, folder, files }: Place): string | undefined {
  const [first = path, ...rest] = path.split('::');
  const stem = from.slice(folder.length).replace(/\.rs$/, '');
  const isFolder = ['mod', 'lib', 'main'].includes(stem);
  const inside = isFolder ? folder : `${folder}${stem}/`;
  if (first === 'self') return deepest(inside, rest, files);
  if (first === 'crate') {
    const root = foldersUp(folder).find((one) => ROOTS.some((name) => files.has(one + name)));
    return root === undefined
      ? undefined
      : (deepest(root, rest, files) ?? ROOTS.map((name) => root + name).find((path) => files.has(path)));
  }
  if (first === 'super') {
    const up = rest.findIndex((name) => name !== 'super');
    const more = up === -1 ? rest.length : up;
    const above = foldersUp(folder)[more + (isFolder ? 1 : 0)] ?? '';
    const own = [`${above.slice(0, -1)}.rs`, ...['mod.rs', ...ROOTS].map((name) => above + name)];
    return deepest(above, rest.slice(more), files) ?? own.find((path) => files.has(path));
  }
  return deepest(inside, [first, ...rest], files);
}

/** Of `geo::flat::area` the file of `geo::flat`, else that of `geo`. */
function deepest(folder: string, names: readonly string[], files: ReadonlySet<string>): string | undefined {
  for (let count = names.length; count > 0; count--) {
    const path = folder + names.slice(0, count).join('/');
    const file = [`${path}.rs`, `${path}/mod.rs`].find((one) => files.has(one));
    if (file !== undefined) return file;
  }
  return undefined;
}

/** A folder, and those around it. */
const foldersUp = (folder: string): string[] =>
  folder === ''
    ? ['']
    : [folder, ...foldersUp(folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1))];
