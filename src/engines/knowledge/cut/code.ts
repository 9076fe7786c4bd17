import { type Definition, definitionsIn } from './definitions.ts';
import { PART_SIZE, type Part } from './part.ts';

/** Code in parts that begin where something is defined, each with the names it defines and stands in. */
export async function cutCode(text: string, path: string | undefined): Promise<Part[]> {
  const lines = text.split('\n');
  const definitions = await definitionsIn(text, path);
  const starts = startsOf(lines, definitions);
  const parts: Part[] = [];
  let from = 0;
  let size = 0;
  const close = (to: number): void => {
    const part = partOf(lines, from, to, definitions);
    if (part) parts.push(part);
    [from, size] = [to, 0];
  };
  lines.forEach((line, at) => {
    const isStart = starts.has(at) || (size > PART_SIZE && line.trim() === '') || size > PART_SIZE * 1.5;
    // As much as fits before the next definition that would make it too long.
    if (at > from && isStart && size + sizeUntilNext(lines, starts, at) > PART_SIZE) close(at);
    size += line.length + 1;
  });
  close(lines.length);
  return parts;
}

/** The lines where definitions begin, with the comments and decorators above them. */
function startsOf(lines: readonly string[], definitions: readonly Definition[]): Set<number> {
  return new Set(
    definitions.map(({ startLine }) => {
      let at = startLine - 1;
      while (at > 0 && /^\s*(?:\/\/|\/\*|\*|#|@|--|"""|\[\w)/.test(lines[at - 1] ?? '')) at--;
      return at;
    }),
  );
}

function sizeUntilNext(lines: readonly string[], starts: ReadonlySet<number>, at: number): number {
  let size = 0;
  for (let next = at; next < lines.length && size <= PART_SIZE; next++) {
    if (next > at && starts.has(next)) break;
    size += (lines[next]?.length ?? 0) + 1;
  }
  return size;
}

function partOf(
  lines: readonly string[],
  from: number,
  to: number,
  definitions: readonly Definition[],
): Part | undefined {
  let [first, last] = [from, to];
  while (first < last && lines[first]?.trim() === '') first++;
  while (last > first && lines[last - 1]?.trim() === '') last--;
  if (first === last) return undefined;
  const inside = definitions.filter(({ startLine }) => startLine > first && startLine <= last);
  return {
    startLine: first + 1,
    endLine: last,
    text: lines.slice(first, last).join('\n'),
    scope: scopeAt(first + 1, lines, definitions),
    definitions: [...new Set(inside.map(({ name }) => name))],
  };
}

/** The definitions a line stands in, by indentation: each less indented than the next. */
function scopeAt(line: number, lines: readonly string[], definitions: readonly Definition[]): string[] {
  const scope: string[] = [];
  let depth = indentAt(lines, line - 1);
  for (const definition of definitions.filter(({ startLine }) => startLine < line).reverse()) {
    if (definition.depth >= depth) continue;
    scope.unshift(definition.name);
    depth = definition.depth;
    if (depth === 0) break;
  }
  return scope;
}

const indentAt = (lines: readonly string[], at: number): number =>
  (/^\s*/.exec(lines[at] ?? '')?.[0] ?? '').replaceAll('\t', '    ').length;
