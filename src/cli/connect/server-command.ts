import { join, resolve } from 'node:path';
import { packageRoot } from '../../host/package-root.ts';
import type { SharedFlags } from '../line/shared-flags.ts';
import type { ConnectClient, Server } from './connect-client.ts';

/** What the client starts. Whole paths: a program with windows has another PATH than a terminal. */
export const serverCommand = (
  { searchesTools }: ConnectClient,
  { roots, mode, packs, profile = searchesTools ? undefined : 'lean', config, ...flags }: SharedFlags,
  env: { readonly TOOLGATE_DATA_DIR?: string | undefined },
): Server => ({
  command: process.execPath,
  args: [
    join(packageRoot(), 'bin', 'toolgate.js'),
    'stdio',
    ...roots.flatMap((root) => ['--root', resolve(root)]),
    ...(mode === undefined ? [] : ['--mode', mode]),
    ...(packs === undefined ? [] : ['--pack', packs.join(',')]),
    ...(profile === undefined ? [] : ['--profile', profile]),
    // A client with windows has another environment, too.
    ...dataDirWords(flags.dataDir ?? env.TOOLGATE_DATA_DIR),
    ...(config === undefined ? [] : ['--config', resolve(config)]),
  ],
});

const dataDirWords = (dataDir: string | undefined): string[] =>
  dataDir ? ['--data-dir', resolve(dataDir)] : [];
