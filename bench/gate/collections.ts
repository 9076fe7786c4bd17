import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Every abuse in the folder `_gtfobins`: the `code` of each function of each program. */
export const abusesIn = (directory: string): string[] =>
  filesIn(directory).flatMap((file) => {
    const text = readFileSync(file, 'utf8').replace(/^---\s*$/gm, '');
    try {
      return codesIn(parse(text));
    } catch {
      // A page whose head is not YAML holds nothing to read.
      return [];
    }
  });

function codesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(codesIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'code' && typeof inner === 'string' ? [inner.trim()] : codesIn(inner),
  );
}

/** Every example in the folder `pages` but the keys to be pressed, with its placeholders filled by themselves. */
export const pagesIn = (directory: string): string[] =>
  filesIn(directory)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^`([^<].*)`$/gm)].map(([, line = '']) =>
        line
          .replace(/\{\{\[([^|\]]*)\|[^\]]*\]\}\}/g, '$1')
          .replace(/\{\{([^|}]*)(\|[^}]*)?\}\}/g, (_, text: string) => text.replaceAll(/\s+/g, '_')),
      ),
    );

function filesIn(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}
