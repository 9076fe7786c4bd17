import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files below a directory, by relative path; what is neither text nor bytes is written as JSON. */
export function writeFiles(directory: string, files: Readonly<Record<string, unknown>>): string {
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, isPlain(content) ? content : JSON.stringify(content));
  }
  return directory;
}

const isPlain = (content: unknown): content is string | Uint8Array =>
  typeof content === 'string' || content instanceof Uint8Array;
