import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

/** What a layer may import besides itself; `types` only as `import type`. A new arrow is a change here. */
const LAYERS: Record<string, { values: string[]; types?: string[] }> = {
  core: { values: [], types: ['engines'] },
  engines: { values: ['core'] },
  store: { values: ['core'] },
  tools: { values: ['core'], types: ['engines'] },
  prompts: { values: ['core'] },
  resources: { values: ['core'] },
  gate: { values: ['core', 'store'] },
  workflows: { values: ['core', 'store'], types: ['host'] },
  'ai-sdk': { values: ['core'], types: ['host'] },
  assistant: { values: ['core', 'store', 'ai-sdk'], types: ['host'] },
  host: {
    values: ['core', 'engines', 'store', 'tools', 'prompts', 'resources', 'gate', 'workflows', 'assistant'],
  },
  transports: { values: ['core', 'host'] },
  library: { values: ['core', 'ai-sdk', 'host', 'transports'] },
  cli: { values: ['core', 'host', 'transports'] },
};

/** The package's own entry, which may import every layer. */
const PUBLIC_API = 'index.ts';

/** These say what things are and what to do with them; only an engine touches the machine. */
const WITHOUT_MACHINE = ['core', 'tools'];
const MACHINE_MODULES = [
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'fs',
  'http',
  'http2',
  'https',
  'net',
  'sqlite',
  'tls',
  'worker_threads',
];

const MAX_LINES = 300;
const EMPTY_NAMES = ['utils', 'helpers', 'common', 'misc', 'manager', 'types'];

/** Each import under `root` that the table does not allow, as `file:line: reason`. */
export function findForbiddenImports(root: string): string[] {
  return listSources(root).flatMap((file) =>
    parseImports(readFileSync(join(root, file), 'utf8')).flatMap((found) => {
      const reason = reasonAgainst(file, found);
      return reason ? [`${file}:${found.line}: ${reason}`] : [];
    }),
  );
}

export function findOversizedFiles(root: string): string[] {
  return listSources(root).flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
    return lines > MAX_LINES ? [`${file}: ${lines} lines`] : [];
  });
}

export function findEmptyNames(root: string): string[] {
  return listSources(root).filter((file) => EMPTY_NAMES.includes(basename(file).replace(/\..*$/, '')));
}

type Import = { specifier: string; line: number; isType: boolean };

function reasonAgainst(file: string, { specifier, isType }: Import): string | undefined {
  if (file === PUBLIC_API) return undefined;
  const from = layerOf(file);
  const rules = LAYERS[from];
  if (!rules) return `${from} is not a layer`;
  if (!specifier.startsWith('.')) {
    const [module = ''] = specifier.replace(/^node:/, '').split('/');
    const isMachine = WITHOUT_MACHINE.includes(from) && MACHINE_MODULES.includes(module);
    return isMachine && !isType ? `${from} must not import ${specifier}` : undefined;
  }
  const target = posix.join(dirname(file), specifier);
  if (target.startsWith('..')) return `${specifier} leaves src`;
  const to = layerOf(target);
  if (to === from || rules.values.includes(to)) return undefined;
  if (!rules.types?.includes(to)) return `${from} must not import ${to}`;
  return isType ? undefined : `${from} may import types of ${to} only`;
}

function layerOf(file: string): string {
  const [layer = file] = file.split('/');
  return layer;
}

// `import {type A}` counts as a value: it still loads the module.
const STATIC_IMPORT =
  /^[ \t]*(?:import|export)\b\s*(type\b(?!\s*from\b)\s*)?(?:[\w$*{},\s]*?\bfrom\s*)?(['"])(.+?)\2/gm;
const DYNAMIC_IMPORT = /\bimport\s*\(\s*(['"`])(.+?)\1/g;

function parseImports(source: string): Import[] {
  const code = blankComments(source);
  const lineAt = (index: number) => code.slice(0, index).split('\n').length;
  const statics = [...code.matchAll(STATIC_IMPORT)].map((match) => ({
    specifier: match[3] ?? '',
    line: lineAt(match.index + match[0].search(/\S/)),
    isType: match[1] !== undefined,
  }));
  const dynamics = [...code.matchAll(DYNAMIC_IMPORT)].map((match) => ({
    specifier: match[2] ?? '',
    line: lineAt(match.index),
    isType: false,
  }));
  return [...statics, ...dynamics].sort((a, b) => a.line - b.line);
}

/** Strings are matched too, so that "//" or a glob inside one does not pass for a comment. */
function blankComments(source: string): string {
  const token = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*.*?\*\//gs;
  return source.replace(token, (text) => (text.startsWith('/') ? text.replace(/[^\n]/g, ' ') : text));
}

export function listSources(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter((entry) => !/\.(test|gen)\.tsx?$/.test(entry.name))
    .map((entry) => posix.relative(root, join(entry.parentPath, entry.name)))
    .sort();
}
