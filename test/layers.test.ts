import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findEmptyNames, findForbiddenImports, findOversizedFiles } from './layers.ts';

const SRC = join(import.meta.dirname, '../src');
const samples: string[] = [];

afterEach(() => {
  for (const folder of samples.splice(0)) rmSync(folder, { recursive: true });
});

test('no source file imports against the arrows', () => {
  expect(findForbiddenImports(SRC)).toEqual([]);
});

test('no source file is longer than 300 lines', () => {
  expect(findOversizedFiles(SRC)).toEqual([]);
});

test('no source file has a name that says nothing', () => {
  expect(findEmptyNames(SRC)).toEqual([]);
});

test('a planted import is found with its file and line, however it is written', () => {
  const root = sampleTree({
    'core/tool.ts': [
      "import type { Files } from '../engines/files.ts';",
      "import { openFiles } from '../engines/files.ts';",
      "import { z } from 'zod';",
      "import { readFile } from 'node:fs/promises';",
    ],
    'tools/git/commit.ts': [
      "// import { gate } from '../../gate/index.ts';",
      "const text = 'a // b'; const glob = 'src/**';",
      'import {',
      '  decide,',
      "} from '../../gate/index.ts';",
      "export * from '../../core/tool.ts';",
      "export { type Host } from '../../host/host.ts';",
      "const load = () => import('node:child_process');",
    ],
    'gate/index.ts': ["import '../transports/http.ts';", "import pkg from '../../package.json';"],
    'workflows/run.ts': [
      "import type { Host } from '../host/host.ts';",
      "import { x } from '../host/host.ts';",
    ],
    'extra/thing.ts': ["import { a } from './other.ts';"],
    'cli/main.ts': [
      "const http = await import('../transports/http.ts');",
      "import { y } from '../index.ts';",
    ],
    'cli/main.test.ts': ["import { z } from '../gate/index.ts';"],
    'index.ts': ["export { decide } from './gate/index.ts';"],
  });

  expect(findForbiddenImports(root)).toEqual([
    'cli/main.ts:2: cli must not import index.ts',
    'core/tool.ts:2: core may import types of engines only',
    'core/tool.ts:4: core must not import node:fs/promises',
    'extra/thing.ts:1: extra is not a layer',
    'gate/index.ts:1: gate must not import transports',
    'gate/index.ts:2: ../../package.json leaves src',
    'tools/git/commit.ts:3: tools must not import gate',
    'tools/git/commit.ts:7: tools must not import host',
    'tools/git/commit.ts:8: tools must not import node:child_process',
    'workflows/run.ts:2: workflows may import types of host only',
  ]);
});

test('a planted long file and an empty name are found', () => {
  const root = sampleTree({
    'core/long.ts': Array.from({ length: 301 }, () => '//'),
    'core/full.ts': Array.from({ length: 300 }, () => '//'),
    'core/full.gen.ts': Array.from({ length: 301 }, () => '//'),
    'core/utils.ts': [],
  });

  expect(findOversizedFiles(root)).toEqual(['core/long.ts: 301 lines']);
  expect(findEmptyNames(root)).toEqual(['core/utils.ts']);
});

function sampleTree(files: Record<string, string[]>): string {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  samples.push(root);
  for (const [file, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${lines.join('\n')}\n`);
  }
  return root;
}
