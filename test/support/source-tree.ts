import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFiles } from './write-files.ts';

const OURS = join(import.meta.dirname, '../..');

/** Packages that ship their sources: others find them by path mapping. */
const MAPPED = [
  ...['ai', 'zod', 'entities', '@ai-sdk/provider', '@ai-sdk/provider-utils', '@ai-sdk/gateway'],
  ...['@ai-sdk/openai', '@ai-sdk/google', '@ai-sdk/anthropic', '@ai-sdk/openai-compatible'],
];
/** Others find these by links in node_modules, as in a workspace. */
const LINKED = [
  ...['@tanstack/query-core', '@tanstack/react-query', '@tanstack/router-core', '@tanstack/react-router'],
  ...['@tanstack/store', '@tanstack/react-store'],
];

/** A monorepo of a few thousand TypeScript files that people wrote: packages of ours, and our own sources. Answers how many. */
export function unpackSources(root: string): number {
  for (const name of [...MAPPED, ...LINKED]) unpack(root, name, 'src');
  unpack(root, 'ajv', 'lib');
  cpSync(join(OURS, 'src'), join(root, 'packages/toolgate/src'), { recursive: true });
  writeFiles(root, {
    'package.json': { name: 'sources', private: true, workspaces: ['packages/*', 'packages/@*/*'] },
    'packages/toolgate/package.json': { name: 'toolgate', version: '0.0.0' },
    'tsconfig.json': {
      compilerOptions: {
        ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2023', jsx: 'react-jsx' },
        ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, types: [] },
        paths: {
          'zod/*': ['./packages/zod/src/*'],
          // What comes from a module that is not there has no type: then no answer about it is complete.
          'ai/test': ['./packages/ai/src/test/mock-language-model-v4.ts'],
          ...Object.fromEntries(MAPPED.map((name) => [name, [`./packages/${name}/src/index.ts`]])),
        },
      },
      include: ['packages'],
    },
  });
  return globSync('packages/**/*.{ts,tsx}', { cwd: root }).length;
}

function unpack(root: string, name: string, folder: string): void {
  const from = join(OURS, 'node_modules', name);
  if (!existsSync(join(from, folder))) throw new Error(`${name} ships no sources`);
  const to = join(root, 'packages', name);
  cpSync(join(from, folder), join(to, folder), { recursive: true });
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string };
  const entry = ['index.ts', 'index.tsx', 'ajv.ts'].find((file) => existsSync(join(from, folder, file)));
  writeFiles(to, { 'package.json': { name, version, exports: { '.': `./${folder}/${entry}` } } });
  if (!LINKED.includes(name)) return;
  const link = join(root, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(to, link);
}
