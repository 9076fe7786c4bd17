import type { ImportFact } from '../facts.ts';
import { foldersAbove } from './packages.ts';
import { PYTHON_MODULES } from './python-modules.ts';
import type { ResolvedImport } from './resolve-import.ts';

/** `import a.b`, `from . import c`, `from ..d import e`: what is imported may be a module as well as a name in one. */
export function resolvePython(
  from: string,
  { module, names }: ImportFact,
  files: ReadonlySet<string>,
): ResolvedImport[] {
  const [, dots = '', rest = ''] = /^(\.*)\s*(.*)$/s.exec(module) ?? [];
  const path = rest.replaceAll('.', '/');
  const [first = module] = rest.split('.');
  const bases = dots === '' ? searchPath(from, first, files) : [parentFolder(from, dots.length - 1)];
  const found = new Set<string>();
  for (const base of bases) {
    const own = moduleAt(base, path, files);
    if (own !== undefined) found.add(own);
    for (const { name } of names) {
      const inner = name === '*' ? undefined : moduleAt(base, path === '' ? name : `${path}/${name}`, files);
      if (inner !== undefined) found.add(inner);
    }
    if (found.size > 0) break;
  }
  if (found.size > 0) return [...found].map((file) => ({ kind: 'file', file }));
  if (dots !== '') return [{ kind: 'unresolved', name: module }];
  return [PYTHON_MODULES.has(first) ? { kind: 'builtin', name: module } : { kind: 'package', name: first }];
}

/**
 * Where an absolute import may start: the top, `src`, and every folder above, as tools that set the path do. A folder
 * that is a package is on no path: beside a file in it lies nothing that the file can import so. The top may be both.
 */
function searchPath(from: string, module: string, files: ReadonlySet<string>): string[] {
  const folders = foldersAbove(from).map((folder) => (folder === '' ? '' : `${folder}/`));
  return [...new Set(['', 'src/', ...folders])].filter((base) =>
    isPackage(base, files) ? base === '' && !PYTHON_MODULES.has(module) : true,
  );
}

const isPackage = (base: string, files: ReadonlySet<string>): boolean =>
  files.has(`${base}__init__.py`) || files.has(`${base}__init__.pyi`);

function parentFolder(from: string, up: number): string {
  const parts = from.split('/').slice(0, -1);
  const kept = parts.slice(0, parts.length - up);
  return kept.length === 0 ? '' : `${kept.join('/')}/`;
}

function moduleAt(base: string, path: string, files: ReadonlySet<string>): string | undefined {
  const stem = `${base}${path}`.replace(/\/$/, '');
  const inside = stem === '' ? '' : `${stem}/`;
  return [`${stem}.py`, `${stem}.pyi`, `${inside}__init__.py`, `${inside}__init__.pyi`].find((file) =>
    files.has(file),
  );
}
