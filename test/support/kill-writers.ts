import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { temporaryDirectory } from './program.ts';
import { exitOf, firstWords, startScript } from './script.ts';

/** Kills a process in the middle of its writes, so many times, and looks at what is left each time. */
export async function killWriters(rounds: number): Promise<void> {
  const root = temporaryDirectory();
  const dataDir = temporaryDirectory();
  for (let round = 0; round < rounds; round++) {
    const writer = startScript('write-loop.ts', root, dataDir);
    await firstWords(writer);
    await setTimeout(Math.random() * 40);
    writer.kill('SIGKILL');
    await exitOf(writer);
    const text = readFileSync(join(root, 'file.txt'), 'utf8');
    expect(text.length).toBe(500_000);
    expect(text.replaceAll(text.charAt(0), '')).toBe('');
    // As if the next writer came a minute later.
    for (const name of readdirSync(root)) if (name.endsWith('.tmp')) utimesSync(join(root, name), 0, 0);
  }
}
