import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../peers');

/** Installs the servers to compare with, once; nothing of them runs while they are installed. */
export function installPeers(): void {
  if (existsSync(join(FOLDER, 'node_modules/.package-lock.json'))) return;
  console.error('Installing the servers to compare with ...');
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: ['ignore', 2, 2] });
}

export const peerFile = (path: string): string => join(FOLDER, 'node_modules', path);

/** Counts tokens the way current models do (o200k). */
export function loadTokenizer(): (text: string) => number {
  const { countTokens } = createRequire(join(FOLDER, 'package.json'))(
    'gpt-tokenizer/encoding/o200k_base',
  ) as {
    countTokens: (text: string) => number;
  };
  return countTokens;
}
