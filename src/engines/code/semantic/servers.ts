import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ownToolchain } from './own-toolchain.ts';

/** A language server, and how it is started. */
export interface ServerKind {
  readonly name: string;
  /** In the spelling editors use; what it is told of a file. */
  readonly languages: readonly string[];
  /** Program and arguments; undefined where it is not installed with us. A name without a slash is looked up in the PATH. */
  readonly argv: () => readonly [string, ...string[]] | undefined;
  /** It may run what a project's own files say: build scripts, interpreters. Then it is started in a sandbox or not at all. */
  readonly runsProjectCode: boolean;
  readonly settings?: unknown;
  /** Variables it gets beside those of the login. */
  readonly env?: (env: Readonly<Record<string, string>>) => Record<string, string>;
  /** It answers before it knows everything, without a word. */
  readonly isHasty?: boolean;
  /** Files, one of which tells it what belongs together: in a folder above a source file, or in `build` there. */
  readonly projectFiles?: readonly string[];
}

const require = createRequire(import.meta.url);

const resolved = (id: string): string | undefined => {
  try {
    return require.resolve(id);
  } catch {
    return undefined;
  }
};

/** The compiler itself, as a native program. */
function typescriptArgv(): [string, ...string[]] | undefined {
  const manifest = resolved('typescript/package.json');
  if (manifest === undefined) return undefined;
  const { platform, arch } = process;
  try {
    const own = createRequire(manifest).resolve(`@typescript/typescript-${platform}-${arch}/package.json`);
    return [join(dirname(own), 'lib', platform === 'win32' ? 'tsc.exe' : 'tsc'), '--lsp', '--stdio'];
  } catch {
    return undefined;
  }
}

function pyrightArgv(): [string, ...string[]] {
  const script = resolved('pyright/langserver.index.js');
  return script === undefined ? ['pyright-langserver', '--stdio'] : [process.execPath, script, '--stdio'];
}

export const SERVERS: readonly ServerKind[] = [
  {
    name: 'typescript',
    languages: ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'],
    argv: typescriptArgv,
    runsProjectCode: false,
    // Else it runs `npm install` for types of what a project names.
    settings: {
      typescript: { disableAutomaticTypeAcquisition: true },
      javascript: { disableAutomaticTypeAcquisition: true },
    },
  },
  {
    name: 'pyright',
    languages: ['python'],
    argv: pyrightArgv,
    runsProjectCode: true,
    isHasty: true,
    settings: { python: { analysis: { diagnosticMode: 'openFilesOnly', autoSearchPaths: true } } },
  },
  {
    name: 'gopls',
    languages: ['go'],
    argv: () => ['gopls'],
    runsProjectCode: true,
    isHasty: true,
    projectFiles: ['go.mod'],
  },
  {
    name: 'rust-analyzer',
    languages: ['rust'],
    argv: () => ['rust-analyzer'],
    env: ownToolchain,
    runsProjectCode: true,
    isHasty: true,
    projectFiles: ['Cargo.lock', 'Cargo.toml'],
  },
  { name: 'jdtls', languages: ['java'], argv: () => ['jdtls'], runsProjectCode: true, isHasty: true },
  {
    name: 'clangd',
    languages: ['c', 'cpp'],
    argv: () => ['clangd', '--background-index=false'],
    runsProjectCode: true,
    isHasty: true,
    projectFiles: ['compile_commands.json', 'compile_flags.txt'],
  },
  { name: 'ruby-lsp', languages: ['ruby'], argv: () => ['ruby-lsp'], runsProjectCode: true, isHasty: true },
  {
    name: 'intelephense',
    languages: ['php'],
    argv: () => ['intelephense', '--stdio'],
    runsProjectCode: true,
    isHasty: true,
  },
  {
    name: 'csharp-ls',
    languages: ['csharp'],
    argv: () => ['csharp-ls'],
    runsProjectCode: true,
    isHasty: true,
  },
];

/** Files of both languages are read by the same server. */
export const haveOneServer = (one: string, other: string): boolean =>
  one === other || SERVERS.some(({ languages }) => languages.includes(one) && languages.includes(other));
