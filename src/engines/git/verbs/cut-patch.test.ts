import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CUT, cutPatches } from './cut-patch.ts';
import { parseDiff } from './parse-diff.ts';

const hunk = fc
  .tuple(
    fc.nat(99),
    fc.array(
      fc.string({ maxLength: 30 }).map((text) => `+${text.replace(/\n/g, '')}\n`),
      { minLength: 1 },
    ),
  )
  .map(([line, added]) => `@@ -${line},0 +${line},${added.length} @@\n${added.join('')}`);
const patch = fc
  .tuple(fc.nat(999), fc.array(hunk, { maxLength: 5 }))
  .map(([n, hunks]) => `diff --git a/f${n} b/f${n}\n--- a/f${n}\n+++ b/f${n}\n${hunks.join('')}`);

test('cut patches fit the budget and end where a hunk ends, or say that their first hunk is cut', () => {
  fc.assert(
    fc.property(fc.array(patch, { maxLength: 6 }), fc.nat(3000), (patches, maxBytes) => {
      const cut = cutPatches(patches, maxBytes);
      expect(Buffer.byteLength(cut.join(''))).toBeLessThanOrEqual(maxBytes);
      for (const [i, part] of cut.entries()) {
        const whole = patches[i] ?? '';
        const kept = part.endsWith(CUT) ? part.slice(0, -CUT.length) : part;
        expect(whole.startsWith(kept)).toBe(true);
        const rest = whole.slice(kept.length);
        expect(kept === '' || kept.endsWith('\n')).toBe(true);
        expect(part !== kept || kept === '' || rest === '' || rest.startsWith('@@')).toBe(true);
      }
    }),
  );
});

test('a first hunk that is too large keeps its head, cut at the end of a line', () => {
  const header = 'diff --git a/l b/l\n@@ -0,0 +1,99 @@\n';
  const large = header + '+ü line\n'.repeat(99);
  expect(cutPatches([large], 120)).toEqual([`${header}${'+ü line\n'.repeat(3)}${CUT}`]);
  expect(cutPatches([`${header}+${'x'.repeat(999)}\n`], 120)).toEqual(['']);
});

test('what fits as a whole is not touched, and small files go before large ones', () => {
  const [small, large] = [
    'diff --git a/s b/s\n@@ 1 @@\n+s\n',
    `diff --git a/l b/l\n@@ 1 @@\n${'+l\n'.repeat(99)}`,
  ];
  expect(cutPatches([large, small], 10_000)).toEqual([large, small]);
  expect(cutPatches([large, small], 100)).toEqual(['', small]);
});

test('output that was cut in the patch keeps all facts and drops the hunk the cut went through', () => {
  const facts =
    ':100644 100644 a b M\0one\0:100644 100644 a b M\0two\0' + '1\t1\tone\0' + '9\t9\ttwo\0' + '\0';
  const whole = 'diff --git a/one b/one\n@@ -1 +1 @@\n-a\n+b\n';
  const cut = 'diff --git a/two b/two\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-a\n+';
  const [one, two] = parseDiff(facts + whole + cut, { isCut: true });
  expect(one).toMatchObject({ path: 'one', patch: whole, isWhole: true });
  expect(two).toMatchObject({
    path: 'two',
    insertions: 9,
    patch: 'diff --git a/two b/two\n@@ -1 +1 @@\n-a\n+b\n',
    isWhole: false,
  });
});

test('a file that was cut in its first hunk keeps the lines that were read', () => {
  const facts = ':100644 100644 a b M\0one\0' + '9\t9\tone\0' + '\0';
  const read = 'diff --git a/one b/one\n@@ -1,9 +1,9 @@\n-a\n-b\n';
  expect(parseDiff(`${facts}${read}-c`, { isCut: true })).toMatchObject([
    { patch: read + CUT, isWhole: false },
  ]);
});

test('a file that was cut before its first hunk has no patch', () => {
  const facts = ':100644 100644 a b M\0one\0' + '1\t1\tone\0' + '\0';
  expect(
    parseDiff(`${facts}diff --git a/one b/one\n--- a/one\n+++ b/one\n@@ -1 +1 @@\n-a`, { isCut: true }),
  ).toEqual([
    {
      path: 'one',
      change: 'modified',
      insertions: 1,
      deletions: 1,
      isBinary: false,
      patch: '',
      isWhole: false,
    },
  ]);
});
