import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Anchor } from './audit-file.ts';

/** Where anchors go: outside the data directory, so that whoever rewrites the record has to find them too. */
export const anchorsPath = (stateHome: string | undefined): string =>
  join(stateHome ?? join(homedir(), '.local', 'state'), 'toolgate', 'anchors.jsonl');

/** Notes down how far the record has come. */
export function writeAnchor(path: string, dataDir: string, { seq, hash }: Anchor): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  appendFileSync(path, `${JSON.stringify({ ts: new Date().toISOString(), dataDir, seq, hash })}\n`, {
    mode: 0o600,
  });
}

export function readAnchors(path: string, dataDir: string): Anchor[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap(anchorIn)
    .filter((anchor) => anchor.dataDir === dataDir);
}

/** A line that a crash or a full disk cut off says nothing, and keeps the others from nothing. */
function anchorIn(line: string): (Anchor & { readonly dataDir: string })[] {
  try {
    const { dataDir, seq, hash } = JSON.parse(line) ?? {};
    return Number.isInteger(seq) && typeof hash === 'string' ? [{ dataDir, seq, hash }] : [];
  } catch {
    return [];
  }
}
