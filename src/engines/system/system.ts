import { arch, cpus, freemem, platform, release, totalmem, version } from 'node:os';
import { runProcess } from '../process/child/run-process.ts';
import { findSandbox } from '../sandbox/find-sandbox.ts';
import { ripgrepPath } from '../search/ripgrep-path.ts';

export interface SystemFacts {
  readonly os: string;
  readonly arch: string;
  readonly cpus: number;
  readonly memory: { readonly totalBytes: number; readonly freeBytes: number };
  readonly node: string;
  /** Programs other tools rely on: the version they print, or null where they are missing. */
  readonly tools: Readonly<Record<string, string | null>>;
  /** What works here; the configuration can switch it off. */
  readonly sandbox: 'bwrap' | 'sandbox-exec' | 'none';
}

export interface SystemEngine {
  facts(): Promise<SystemFacts>;
}

export function createSystem(): SystemEngine {
  // Programs do not come and go while a host runs; asking all of them costs a tenth of a second.
  let known: Promise<Record<string, string | null>> | undefined;
  return {
    facts: async () => {
      known ??= findPrograms();
      const tools = await known;
      return {
        os: `${platform()} ${release()} (${version()})`,
        arch: arch(),
        cpus: cpus().length,
        memory: { totalBytes: totalmem(), freeBytes: freemem() },
        node: process.version,
        tools,
        sandbox: (await findSandbox()) ? (platform() === 'darwin' ? 'sandbox-exec' : 'bwrap') : 'none',
      };
    },
  };
}

const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  git: ['--version'],
  rg: ['--version'],
  ssh: ['-V'],
  bash: ['--version'],
  bwrap: ['--version'],
  docker: ['--version'],
  npm: ['--version'],
  pnpm: ['--version'],
  yarn: ['--version'],
  bun: ['--version'],
  deno: ['--version'],
  python3: ['--version'],
  uv: ['--version'],
  cargo: ['--version'],
  go: ['version'],
  dotnet: ['--version'],
  java: ['--version'],
  make: ['--version'],
  cmake: ['--version'],
};

async function findPrograms(): Promise<Record<string, string | null>> {
  const found = await Promise.all(
    Object.entries(PROGRAMS).map(async ([name, args]) => [name, await factOf(name, args)] as const),
  );
  return Object.fromEntries(found);
}

/** Searches use the ripgrep that comes with Toolgate; commands have only what is on their PATH. */
async function factOf(name: string, args: readonly string[]): Promise<string | null> {
  const version = await versionOf(name, args);
  if (name !== 'rg') return version;
  const own = await versionOf(ownRipgrep() ?? name, args);
  if (own === null) return version;
  return `${own}, comes with Toolgate${version === null ? '; commands have none' : ''}`;
}

function ownRipgrep(): string | undefined {
  try {
    return ripgrepPath();
  } catch {
    // This installation has none for this machine.
    return undefined;
  }
}

async function versionOf(name: string, args: readonly string[]): Promise<string | null> {
  try {
    // Behind a name that only stands for corepack, asking for a version must not download one.
    const env = { COREPACK_ENABLE_NETWORK: '0' };
    const { stdout, stderr } = await runProcess({ argv: [name, ...args], cwd: '/', env, timeoutMs: 3000 });
    return (stdout.text || stderr.text).split('\n', 1)[0]?.trim() ?? '';
  } catch {
    return null;
  }
}
