// Builds dist: lib is the package as a library, bin is the program in as few files as possible, because every
// file that is opened at start-up costs time.
import { execFile } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { build as buildWithVite } from 'vite';
import { buildKnowledge } from './model/build-knowledge.ts';
import { buildToolVectors } from './model/build-tool-vectors.ts';

// Beside dist and as deep, so that a failed build leaves the last good one and source maps keep their paths.
const NEXT = '.dist-next';
const OLD = '.dist-old';

/** Starts faster, since Node then needs no loader of modules. */
const COMMON_JS = {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'META.url' },
  banner: { js: "const META = { get url() { return require('node:url').pathToFileURL(__filename).href } };" },
} as const;

const startedAt = new Date();
process.chdir(join(import.meta.dirname, '..'));
rmSync(NEXT, { recursive: true, force: true });
await Promise.all([
  emitLibrary(),
  bundleProgram(),
  buildPage(join(NEXT, 'page')),
  buildKnowledge(join(NEXT, 'knowledge')),
]);
buildToolVectors(join(NEXT, 'knowledge'), join('dist', 'knowledge'));
markBuilt();
replaceDist();
printSummary();

async function emitLibrary(): Promise<void> {
  const args = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', `${NEXT}/lib`];
  await promisify(execFile)(process.execPath, args).catch(({ stdout, stderr }) => {
    console.error(stdout || stderr);
    process.exit(1);
  });
}

async function bundleProgram(): Promise<void> {
  await Promise.all([
    bundle(
      {
        main: 'src/cli/main.ts',
        'query-thread': 'src/store/query-thread.ts',
        'upkeep-thread': 'src/store/upkeep-thread.ts',
        'reader-process': 'src/engines/code/reader/reader-process.ts',
        'port-relay': 'src/engines/sandbox/ports/port-relay.ts',
        'knowledge-thread': 'src/store/knowledge-thread.ts',
        'encoder-thread': 'src/engines/knowledge/encoder-thread.ts',
        'reading-process': 'src/engines/knowledge/reading-process.ts',
        'page-process': 'src/engines/web/page/page-process.ts',
      },
      { splitting: true },
    ),
    // One file of its own: a pipe is to load nothing that it shares with the rest.
    bundle({ pipe: 'src/cli/pipe.ts' }, { splitting: false, plugins: [plainBuiltins()] }),
    bundle({ hook: 'src/cli/hook.ts' }, { splitting: false, plugins: [plainBuiltins()], isCommonJs: true }),
  ]);
}

/**
 * An `import` of one of Node's own modules makes Node wrap it and touch everything in it, lazy parts included.
 * Taking just what is needed keeps megabytes out of every pipe.
 */
function plainBuiltins(): Plugin {
  return {
    name: 'plain-builtins',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^node:/ }, ({ path, importer, kind }) =>
        kind === 'import-statement'
          ? { path, namespace: 'builtin', suffix: `?${importer}`, pluginData: importer }
          : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path, pluginData: importer }) => ({
        contents: `export const { ${importedNames(importer, path)} } = process.getBuiltinModule('${path}');`,
      }));
    },
  };
}

function importedNames(file: string, from: string): string {
  const [, names = ''] =
    new RegExp(`import \\{([^}]*)\\} from '${from}'`).exec(readFileSync(file, 'utf8')) ?? [];
  return names.replaceAll(/type \w+,?/g, '').replaceAll(' as ', ': ');
}

async function bundle(
  entryPoints: Record<string, string>,
  {
    splitting,
    plugins = [],
    isCommonJs = false,
  }: { splitting: boolean; plugins?: Plugin[]; isCommonJs?: boolean },
): Promise<void> {
  await build({
    entryPoints,
    outdir: `${NEXT}/bin`,
    // Beside the entries: code in a chunk finds main.js and the threads by its own address.
    chunkNames: '[name]-[hash]',
    bundle: true,
    // These bring binaries, which are found beside their own code.
    external: [
      '@lydell/node-pty',
      'oxc-parser',
      'oxc-resolver',
      'web-tree-sitter',
      '@vscode/ripgrep',
      'koffi',
      // Part of it is CommonJS that asks for modules when it runs; only the assistant loads it.
      'ai',
      '@ai-sdk/*',
    ],
    // Its build for Node is CommonJS and asks for modules when it runs, which a bundle of modules cannot.
    alias: { yaml: './node_modules/yaml/browser/index.js' },
    splitting,
    plugins,
    format: 'esm',
    ...(isCommonJs && COMMON_JS),
    platform: 'node',
    target: 'node24',
    minifyWhitespace: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'linked',
    logLevel: 'warning',
  }).catch(() => process.exit(1));
}

/** The page for people: static files that the host serves. */
async function buildPage(outDir: string): Promise<void> {
  await buildWithVite({
    configFile: 'page/vite.config.ts',
    logLevel: 'warn',
    build: { outDir: join(process.cwd(), outDir) },
  });
}

/** Dated to the start: a file that was saved while the build ran is newer than it. */
function markBuilt(): void {
  const stamp = join(NEXT, '.built');
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}

function replaceDist(): void {
  rmSync(OLD, { recursive: true, force: true });
  if (existsSync('dist')) renameSync('dist', OLD);
  renameSync(NEXT, 'dist');
  rmSync(OLD, { recursive: true, force: true });
}

function printSummary(): void {
  const folders = ['lib', 'bin'].map((folder) => `${folder} ${kilobytes(codeBytes(join('dist', folder)))}`);
  const entries = ['main.js', 'pipe.js', 'hook.cjs'].map(
    (file) => `${file} ${kilobytes(statSync(join('dist/bin', file)).size)}`,
  );
  const seconds = ((Date.now() - startedAt.getTime()) / 1000).toFixed(1);
  console.log(`Built dist in ${seconds} s: ${folders.join(', ')} (${entries.join(', ')})`);
}

function codeBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KB`;
}
