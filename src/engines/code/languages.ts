import { basename, extname } from 'node:path';

/** How a language is read: by oxc, by oxc in the script blocks of a page, or by a grammar of tree-sitter. */
export interface CodeLanguage {
  /** In the spelling editors use. */
  readonly id: string;
  readonly reader: 'script' | 'blocks' | 'grammar';
  /** Of tree-sitter; scripts have one too, for files that oxc cannot read. */
  readonly grammar: string;
}

const script = (id: string, grammar: string): CodeLanguage => ({ id, reader: 'script', grammar });
const blocks = (id: string): CodeLanguage => ({ id, reader: 'blocks', grammar: 'tsx' });
const grammar = (id: string, name = id): CodeLanguage => ({ id, reader: 'grammar', grammar: name });

const BY_EXTENSION: Readonly<Record<string, CodeLanguage>> = {
  ts: script('typescript', 'typescript'),
  mts: script('typescript', 'typescript'),
  cts: script('typescript', 'typescript'),
  tsx: script('typescriptreact', 'tsx'),
  js: script('javascript', 'javascript'),
  mjs: script('javascript', 'javascript'),
  cjs: script('javascript', 'javascript'),
  jsx: script('javascriptreact', 'javascript'),
  vue: blocks('vue'),
  svelte: blocks('svelte'),
  py: grammar('python'),
  pyi: grammar('python'),
  go: grammar('go'),
  rs: grammar('rust'),
  java: grammar('java'),
  cs: grammar('csharp', 'c-sharp'),
  rb: grammar('ruby'),
  rake: grammar('ruby'),
  php: grammar('php'),
  // The grammar of C++ reads C: what it cannot read of it is rare, and counted as an error.
  c: grammar('c', 'cpp'),
  h: grammar('c', 'cpp'),
  cc: grammar('cpp'),
  cpp: grammar('cpp'),
  cxx: grammar('cpp'),
  hpp: grammar('cpp'),
  hh: grammar('cpp'),
  hxx: grammar('cpp'),
  sh: grammar('shellscript', 'bash'),
  bash: grammar('shellscript', 'bash'),
  ps1: grammar('powershell'),
  psm1: grammar('powershell'),
};

const BY_NAME: Readonly<Record<string, CodeLanguage>> = {
  gemfile: grammar('ruby'),
  rakefile: grammar('ruby'),
};

/** The language of a file by its name; undefined where it is none that can be read. */
export const codeLanguageOf = (path: string): CodeLanguage | undefined =>
  BY_EXTENSION[extname(path).slice(1).toLowerCase()] ?? BY_NAME[basename(path).toLowerCase()];

export const CODE_LANGUAGES: readonly string[] = [
  ...new Set(Object.values(BY_EXTENSION).map(({ id }) => id)),
].sort();
