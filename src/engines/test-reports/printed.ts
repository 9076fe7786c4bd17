import type { TestCase } from './report.ts';

/** What `cargo test` prints; a stable Rust has no other report. */
export function parseCargo(text: string): TestCase[] {
  const details = new Map(
    [...text.matchAll(/^---- (.+?) stdout ----\n([\s\S]*?)(?=^---- .+ stdout ----$|^failures:$)/gm)].map(
      ([, name = '', words = '']) => [name, words.split(/^stack backtrace:/m)[0]?.trim() ?? ''],
    ),
  );
  return [...text.matchAll(/^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)/gm)].map(
    ([, name = '', outcome]) => ({
      name,
      outcome: outcome === 'ok' ? 'passed' : outcome === 'FAILED' ? 'failed' : 'skipped',
      ...(outcome === 'FAILED' && { details: details.get(name) ?? '' }),
    }),
  );
}

/** A test can print any number. */
const MOST_TESTS = 1_000_000;

/** What `python -m unittest` prints: only failures have names, the rest are counted. */
export function parseUnittest(text: string): TestCase[] {
  const [, total] = /^Ran (\d+) tests? in /m.exec(text) ?? [];
  const skipped = Number(/\bskipped=(\d+)/.exec(text)?.[1] ?? 0);
  if (total === undefined || Math.max(Number(total), skipped) > MOST_TESTS) return [];
  const failed = [
    ...text.matchAll(/^={70}\n(?:FAIL|ERROR): (.+)\n(?:.*\n)??-{70}\n([\s\S]*?)(?=^={70}$|^-{70}$)/gm),
  ].map(
    ([, name = '', details = '']): TestCase => ({
      name: inBrackets(name) || name,
      outcome: 'failed',
      message: details.trim().split('\n').at(-1) ?? '',
      details,
    }),
  );
  const passed = Math.max(Number(total) - failed.length - skipped, 0);
  return [...failed, ...unnamed('skipped', skipped), ...unnamed('passed', passed)];
}

/** What stands between the first bracket and one at the end. */
function inBrackets(text: string): string {
  const open = text.indexOf('(');
  return open !== -1 && text.endsWith(')') ? text.slice(open + 1, -1) : '';
}

const unnamed = (outcome: TestCase['outcome'], count: number): TestCase[] =>
  Array.from({ length: count }, () => ({ name: '', outcome }));

/** TAP, nested or not: a test that only sums up its subtests is not counted itself. */
export function parseTap(text: string): TestCase[] {
  if (!/^TAP version \d+|^1\.\.\d+/m.test(text)) return [];
  const cases: TestCase[] = [];
  let deepest = 0;
  for (const part of text.split(/^(?=[ \t]*(?:not )?ok\b)/m)) {
    const [, indent = '', not, title = ''] = /^([ \t]*)(not )?ok\b *(?:\d+)? *(?:- )?(.*)/.exec(part) ?? [];
    if (!/^[ \t]*(not )?ok\b/.test(part)) continue;
    const isSummary = indent.length < deepest;
    deepest = indent.length;
    if (isSummary) continue;
    const [name = '', directive] = title.split(/ # (?=skip|todo)/i);
    const details = part.slice(part.indexOf('\n') + 1);
    cases.push({
      name: name.trim(),
      outcome: directive === undefined ? (not === undefined ? 'passed' : 'failed') : 'skipped',
      ...(not !== undefined && { message: wordsOf(details), details: details.replace(/^[ \t]*# .*$/gm, '') }),
    });
  }
  return cases;
}

/** What the block of details under a failed line calls its error. */
function wordsOf(details: string): string {
  const name = /^[ \t]*(?:error|message):/m.exec(details);
  if (!name) return '';
  const rest = details.slice(name.index + name[0].length).trimStart();
  const [line = ''] = rest.replace(/^\|-?\s*\n\s*/, '').split(/[\r\n\u2028\u2029]/, 1);
  return /^['"]?(.+?)['"]?$/.exec(line.trimEnd())?.[1] ?? '';
}
