import type { ResolvedImport } from './resolve-import.ts';

/** `mod shape;` is a file beside; a path leads through such files as far as there are any, and then to something in the last. */
export function resolveRust(from: string, module: string, files: ReadonlySet<string>): ResolvedImport {
  const [first = module, ...rest] = module.split('::');
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  const file = fileOf(first, rest, { from, folder, files });
  if (file !== undefined && file !== from) return { kind: 'file', file };
  if (['crate', 'self', 'super'].includes(first)) return { kind: 'unresolved', name: module };
  return ['std', 'core', 'alloc'].includes(first)
    ? { kind: 'builtin', name: module }
    : { kind: 'package', name: first };
}

interface Place {
  readonly from: string;
  readonly folder: string;
  readonly files: ReadonlySet<string>;
}

const ROOTS = ['lib.rs', 'main.rs'];

function fileOf(first: string, rest: readonly string[], { from, folder, files }: Place): string | undefined {
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
    const above = isFolder ? (foldersUp(folder)[1] ?? '') : folder;
    const own = [`${above.slice(0, -1)}.rs`, ...['mod.rs', ...ROOTS].map((name) => above + name)];
    return deepest(above, rest, files) ?? own.find((path) => files.has(path));
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
