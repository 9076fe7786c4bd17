import type { ReadFile } from './file-content.ts';

/** What a line number and its tab take at most. */
export const NUMBER_BYTES = 16;

interface NumberedPage {
  readonly startLine: number;
  readonly maxBytes: number;
}

/** The page with its lines numbered, as far as that still fits into an answer. */
export function numberLines(file: ReadFile, { startLine, maxBytes }: NumberedPage): ReadFile {
  if (file.encoding === 'base64') return file;
  const { nextLine, nextColumn, ...rest } = file;
  const lines = file.content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const width = String(startLine + lines.length - 1).length;
  const numbered = lines.map((line, i) => `${String(startLine + i).padStart(width)}\t${line}`);
  const fitting = linesThatFit(numbered, maxBytes);
  const content = numbered.slice(0, fitting).join('');
  if (fitting === lines.length) return { ...file, content };
  return { ...rest, content, truncated: true, nextLine: startLine + fitting };
}

/** At least one, or reading on would never get further. */
function linesThatFit(lines: readonly string[], maxBytes: number): number {
  let bytes = 0;
  const over = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line);
    return bytes > maxBytes;
  });
  return over === -1 ? lines.length : Math.max(1, over);
}
