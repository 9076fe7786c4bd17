import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { ResolverFactory } from 'oxc-resolver';
import { isInside } from '../../../core/path/paths.ts';
import type { Packages } from './packages.ts';
import type { ResolvedImport } from './resolve-import.ts';

const EXTENSIONS = [
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.d.ts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '.vue',
  '.svelte',
];

const OPTIONS = {
  extensions: EXTENSIONS,
  extensionAlias: {
    '.js': ['.ts', '.tsx', '.js', '.jsx'],
    '.jsx': ['.tsx', '.jsx'],
    '.mjs': ['.mts', '.mjs'],
    '.cjs': ['.cts', '.cjs'],
  },
  conditionNames: ['types', 'import', 'require', 'node', 'default'],
  mainFields: ['types', 'module', 'main'],
};

/** How scripts name modules: relative, by path mapping, by package, with conditions and with the ending of what is built. */
export function createScriptResolver(root: string, files: ReadonlySet<string>, packages: Packages) {
  const plain = new ResolverFactory(OPTIONS);
  const mapped = plain.cloneWithOptions({ ...OPTIONS, tsconfig: 'auto' });
  // A configuration further inside need not know what the one at the top maps.
  const top = existsSync(join(root, 'tsconfig.json'))
    ? plain.cloneWithOptions({ ...OPTIONS, tsconfig: { configFile: join(root, 'tsconfig.json') } })
    : plain;
  const inside = (path: string): string | undefined => {
    const inRoot = relative(root, path);
    return files.has(inRoot) ? inRoot : undefined;
  };
  return (from: string, specifier: string): ResolvedImport => {
    const name = packageName(specifier);
    if (isBuiltin(specifier)) return { kind: 'builtin', name: specifier.replace(/^node:/, '') };
    const path = resolvePath({ mapped, top, plain }, join(root, from), specifier);
    const file = path === undefined ? undefined : inside(path);
    if (file !== undefined) return { kind: 'file', file };
    const source = name === undefined ? undefined : sourceOf(specifier, name, packages, files);
    if (source !== undefined) return { kind: 'file', file: source };
    // No code, but of the project: data, styles, what is ignored.
    if (path !== undefined && isInside(path, [root]) && !path.includes('/node_modules/'))
      return { kind: 'file', file: relative(root, path) };
    if (name === undefined) return { kind: 'unresolved', name: specifier };
    return { kind: 'package', name, ...(path !== undefined && { path }) };
  };
}

function resolvePath(
  { mapped, top, plain }: Readonly<Record<'mapped' | 'top' | 'plain', ResolverFactory>>,
  file: string,
  specifier: string,
): string | undefined {
  // `./style.css?inline`: what follows is for a bundler.
  const asked = specifier.replace(/\?.*$/s, '');
  // A configuration that extends one that is not installed resolves nothing at all.
  return (
    found(() => mapped.resolveFileSync(file, asked).path) ??
    found(() => top.sync(dirname(file), asked).path) ??
    found(() => plain.sync(dirname(file), asked).path)
  );
}

function found(resolve: () => string | undefined): string | undefined {
  try {
    return resolve();
  } catch {
    return undefined;
  }
}

const BUILTINS = new Set(builtinModules);
const isBuiltin = (specifier: string): boolean => specifier.startsWith('node:') || BUILTINS.has(specifier);

/** `@scope/name/deep` is of `@scope/name`; what is relative, absolute or of the package itself is of none. */
function packageName(specifier: string): string | undefined {
  // `@/shape` and `~/shape` are what bundlers are told to look for in the project.
  if (/^([./#]|[@~]\/|[a-z][a-z0-9+.-]*:)/i.test(specifier)) return undefined;
  const [first = '', second] = specifier.split('/');
  return first.startsWith('@') ? (second === undefined ? undefined : `${first}/${second}`) : first;
}

/** Packages of the same repository point to what is built; its source is what people read. */
function sourceOf(
  specifier: string,
  name: string,
  packages: Packages,
  files: ReadonlySet<string>,
): string | undefined {
  const own = packages.byName(name);
  if (!own) return undefined;
  const subpath = specifier.slice(name.length + 1);
  const candidates = own.entries(subpath).flatMap((entry) => sourcesOf(entry));
  return candidates.map((entry) => join(own.folder, entry)).find((path) => files.has(path));
}

const BUILT = /^(dist|build|lib|out|esm|cjs)\//;

function sourcesOf(entry: string): string[] {
  const plain = entry.replace(/^\.\//, '');
  const stem = plain.replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
  const stems = [
    stem,
    stem.replace(BUILT, 'src/'),
    stem.replace(BUILT, ''),
    stem.replace(/^dist\/(esm|cjs)\//, 'src/'),
  ];
  return [...new Set(stems)].flatMap((path) => [
    ...['.ts', '.tsx', '.mts', '.js', '.mjs', '.jsx'].map((ending) => path + ending),
    `${path}/index.ts`,
    `${path}/index.js`,
  ]);
}
