import type { ImportFact } from '../facts.ts';
import type { Crates } from './crates.ts';
import type { Packages } from './packages.ts';
import { type GoModules, resolveGo } from './resolve-go.ts';
import { resolvePython } from './resolve-python.ts';
import { resolveRust } from './resolve-rust.ts';
import { createScriptResolver } from './resolve-script.ts';

/** What an import means. */
export type ResolvedImport =
  | { readonly kind: 'file'; readonly file: string }
  /** A directory of files that are one module, as in Go. */
  | { readonly kind: 'folder'; readonly file: string }
  | { readonly kind: 'package'; readonly name: string; readonly path?: string }
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'unresolved'; readonly name: string };

interface ResolverParts {
  readonly root: string;
  readonly files: ReadonlySet<string>;
  readonly packages: Packages;
  readonly goModules: GoModules;
  readonly crates: Crates;
}

/** `own`: names that the file itself gives to modules. */
type Resolve = (from: string, fact: ImportFact, own: ReadonlySet<string>) => readonly ResolvedImport[];

/** Imports of all languages; one statement of Python can name several files. */
export function createImportResolver({ root, files, packages, goModules, crates }: ResolverParts): {
  resolve(
    from: string,
    language: string,
    fact: ImportFact,
    own: ReadonlySet<string>,
  ): readonly ResolvedImport[];
} {
  const script = createScriptResolver(root, files, packages);
  const byEnd = filesByEnd(files);
  const known = new Map<string, readonly ResolvedImport[]>();
  const inScript: Resolve = (from, { module }) => [script(from, module)];
  const byLanguage: Readonly<Record<string, Resolve>> = {
    typescript: inScript,
    typescriptreact: inScript,
    javascript: inScript,
    javascriptreact: inScript,
    vue: inScript,
    svelte: inScript,
    python: (from, fact) => resolvePython(from, fact, files),
    go: (_from, { module }) => [resolveGo(module, goModules, files)],
    c: (from, { module }) => [byPath(from, module, files, byEnd)],
    cpp: (from, { module }) => [byPath(from, module, files, byEnd)],
    ruby: (from, { module }) => [inRuby(byPath(from, withEnd(module, '.rb'), files, byEnd), module)],
    php: (from, { module }) => [inPhp(byPath(from, module, files, byEnd))],
    csharp: (_from, { module }) => [inCsharp(module)],
    shellscript: (from, { module }) => [byPath(from, module, files, byEnd)],
    rust: (from, fact, own) => resolveRust(from, fact, { files, crates, own }),
    java: (_from, { module }) => [inJava(module, byEnd)],
  };
  return {
    resolve: (from, language, fact, own) => {
      // What a name means in a file of Rust depends on the file.
      if (language === 'rust') return byLanguage.rust?.(from, fact, own) ?? [];
      const folder = from.slice(0, from.lastIndexOf('/') + 1);
      const names = language === 'python' ? fact.names.map(({ name }) => name).join() : '';
      const key = `${language}\0${folder}\0${fact.module}\0${names}`;
      const before = known.get(key);
      if (before) return before;
      const found = byLanguage[language]?.(from, fact, own) ?? [{ kind: 'unresolved', name: fact.module }];
      known.set(key, found);
      return found;
    },
  };
}

/** By their last name, for languages that look along a path nobody tells us. */
function filesByEnd(files: ReadonlySet<string>): ReadonlyMap<string, string[]> {
  return Map.groupBy(files, (file) => file.slice(file.lastIndexOf('/') + 1));
}

function byPath(
  from: string,
  module: string,
  files: ReadonlySet<string>,
  byEnd: ReadonlyMap<string, readonly string[]>,
): ResolvedImport {
  const beside = joined(from.slice(0, from.lastIndexOf('/') + 1), module);
  if (files.has(beside)) return { kind: 'file', file: beside };
  const end = module.replace(/^(\.\.?\/)+/, '');
  const fitting = (byEnd.get(end.slice(end.lastIndexOf('/') + 1)) ?? []).filter(
    (file) => file === end || file.endsWith(`/${end}`),
  );
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return { kind: 'file', file: only };
  return fitting.length > 1 ? { kind: 'unresolved', name: module } : { kind: 'package', name: module };
}

const withEnd = (module: string, end: string): string => (module.endsWith(end) ? module : `${module}${end}`);

/** A gem has the name that is written, and no ending. */
const inRuby = (found: ResolvedImport, module: string): ResolvedImport =>
  found.kind === 'package' ? { kind: 'package', name: module } : found;

/** What is named as a file is one of the project. */
const inPhp = (found: ResolvedImport): ResolvedImport =>
  found.kind === 'package' && found.name.endsWith('.php') ? { kind: 'unresolved', name: found.name } : found;

const inCsharp = (module: string): ResolvedImport => ({
  kind: /^(System|Microsoft)(\.|$)/.test(module) ? 'builtin' : 'unresolved',
  name: module,
});

function inJava(module: string, byEnd: ReadonlyMap<string, readonly string[]>): ResolvedImport {
  const path = `${module.replaceAll('.', '/')}.java`;
  const file = (byEnd.get(path.slice(path.lastIndexOf('/') + 1)) ?? []).find((name) => name.endsWith(path));
  if (file !== undefined) return { kind: 'file', file };
  return /^javax?\./.test(module) ? { kind: 'builtin', name: module } : { kind: 'package', name: module };
}

/** A path from a folder, with `.` and `..` taken out; both are relative to the root. */
function joined(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
