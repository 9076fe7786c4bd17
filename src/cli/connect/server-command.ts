import { join, resolve } from 'node:path';
import { packageRoot } from '../../host/package-root.ts';
import type { SharedFlags } from '../line/shared-flags.ts';
import type { ConnectClient, Server } from './connect-client.ts';

/** What the client starts. Whole paths: a program with windows has another PATH than a terminal. */
export const serverCommand = (
  { searchesTools }: ConnectClient,
  { roots, mode, packs, profile = searchesTools ? undefined : 'lean', dataDir, config }: SharedFlags,
): Server => ({
  command: process.execPath,
  args: [
    join(packageRoot(), 'bin', 'toolgate.js'),
    'stdio',
    ...roots.flatMap((root) => ['--root', resolve(root)]),
    ...(mode === undefined ? [] : ['--mode', mode]),
    ...(packs === undefined ? [] : ['--pack', packs.join(',')]),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(dataDir === undefined ? [] : ['--data-dir', resolve(dataDir)]),
    ...(config === undefined ? [] : ['--config', resolve(config)]),
  ],
});
