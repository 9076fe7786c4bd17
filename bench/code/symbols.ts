import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFacts } from '../../src/engines/code/read-facts.ts';

const ROUNDS = 3;

/** Symbols of every script of a tree, in this process: files per second of CPU time, in the best round. */
export async function measureSymbols(
  root: string,
): Promise<{ files: number; symbols: number; rate: number }> {
  const paths = globSync('**/*.{ts,tsx,mts,js,mjs}', { cwd: root, exclude: ['**/node_modules', '**/dist'] });
  const texts = paths.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
  let best = 0;
  let symbols = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    symbols = 0;
    for (const [path, text] of texts)
      symbols += (await readFacts(path, text, { withUses: false }))?.symbols.length ?? 0;
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, texts.length / ((user + system) / 1e6));
  }
  return { files: texts.length, symbols, rate: best };
}
