import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DEPTH = 800;
/** The kernel follows 40, and the names lead to the first. */
const LINKS = 38;

/** Names that are opened in milliseconds, and on whose way there are sixty thousand parts. */
export function makeCostlyLinks(directory: string, names: readonly string[]): void {
  mkdirSync(join(directory, 'a/'.repeat(DEPTH)), { recursive: true });
  writeFileSync(join(directory, 'x.txt'), 'hello\n');
  const wayRound = 'a/'.repeat(DEPTH) + '../'.repeat(DEPTH);
  for (let i = 0; i < LINKS; i++)
    symlinkSync(wayRound + (i < LINKS - 1 ? `l${i + 1}` : 'x.txt'), join(directory, `l${i}`));
  for (const name of names) symlinkSync('l0', join(directory, name));
}
