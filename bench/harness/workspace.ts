import { mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { endAll } from './node-process.ts';
import { endHost } from './toolgate.ts';

const ROOT = join(import.meta.dirname, '../..');
const SERVERS = ['bare-sdk-stdio', 'bare-sdk-http', 'raw-loop', 'raw-http', 'loop-probe', 'floor'] as const;
const FILE_BYTES = 4096;

/** A place in the temporary directory for everything a run needs; nothing of it stays. */
export interface Workspace {
  readonly dir: string;
  /** A directory with one file of 4 KB in it. */
  readonly project: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where servers write what they log. */
  readonly logFd: number;
  /** A server to compare with, as JavaScript. */
  server(name: (typeof SERVERS)[number]): string;
  /** A data directory of Toolgate; the host that comes to own it is ended with the run. */
  dataDir(name: string): string;
  close(): Promise<void>;
}

export async function createWorkspace(): Promise<Workspace> {
  const dir = mkdtempSync(join(tmpdir(), 'tgbench-'));
  const project = join(dir, 'project');
  const file = join(project, 'four-kilobytes.txt');
  mkdirSync(project);
  writeFileSync(
    file,
    `${'A line of text that is as long as most of them.'.padEnd(63, '.')}\n`.repeat(FILE_BYTES / 64),
  );
  await buildServers(dir);
  const dataDirs: string[] = [];
  return {
    dir,
    project,
    file,
    // A home of its own: neither the user's configuration nor a warm cache changes what is measured.
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', HOME: dir, XDG_CACHE_HOME: join(dir, 'cache') },
    logFd: openSync(join(dir, 'servers.log'), 'a'),
    server: (name) => join(dir, 'servers', `${name}.js`),
    dataDir: (name) => {
      const dataDir = join(dir, name);
      dataDirs.push(dataDir);
      return dataDir;
    },
    close: async () => {
      await endAll();
      await Promise.all(dataDirs.map(endHost));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Stripping types when a server starts would cost it 60 ms that Toolgate, being built, does not pay. */
async function buildServers(dir: string): Promise<void> {
  await build({
    entryPoints: SERVERS.map((name) => join(ROOT, 'bench/servers', `${name}.ts`)),
    outdir: join(dir, 'servers'),
    bundle: true,
    // The SDK stays as npm installs it: that is how a server on the bare SDK is run.
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
}
