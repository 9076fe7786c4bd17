// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of Bash
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { testPlace } from '../../../../test/support/place.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { isAtLeast } from '../../../core/risk.ts';
import { judgeShell } from '../walk/judge-shell.ts';

const isAsked = (line: string): boolean => isAtLeast(judgeShell(line, testPlace).risk, 'MEDIUM');

/** Whatever can stand around a text: C is the text. */
const AROUND = [
  "'C'",
  '"C"',
  "$'C'",
  '$"C"',
  '\\C',
  '${x:-C}',
  "${x:-'C'}",
  "${x+'C'}",
  "${x#'C'}",
  "${x//'C'/b}",
  '"${x:-C}"',
  '"${x:-"C"}"',
  '"${x:-"$"C}"',
  `"\${x:-'C'}"`,
  '${x:-"C"}',
  '$(echo C)',
  '"$(echo C)"',
  '`echo C`',
  '$((1 + C 1))',
  '{C,b}',
];

/** The second one is one behind a dollar only. */
const CANARIES = ['$(touch made)', '(touch made)'];

const LINES = [
  'echo C',
  'cat <<E\nC\nE',
  "cat <<'E'\nC\nE",
  'cat <<-E\n\tC\n\tE',
  'cat <<< C',
  'case a in C) ;; *) ;; esac',
  '[[ a == C ]]',
  'x=C; echo a # C',
  'echo "$(cat <<E\nC\nE\n)"',
];

/** Runs each of the lines it reads, and says which of them made a file. */
const RUN_EACH =
  'while IFS= read -r -d "" line; do bash -c "$line" < /dev/null &> /dev/null; if [ -e made ]; then printf "%s\\0" "$line"; rm made; fi; done';

const madeBy = (lines: readonly string[]): string => {
  const input = lines.map((line) => `${line}\0`).join('');
  return spawnSync('bash', ['-c', RUN_EACH], { cwd: temporaryDirectory(), input, encoding: 'utf8' }).stdout;
};

test('no command that Bash runs can hide in quotes, braces and here-documents', { timeout: 120_000 }, () => {
  const texts = AROUND.flatMap((inner) =>
    CANARIES.flatMap((canary) =>
      ['C', ...AROUND].map((outer) => outer.replaceAll('C', () => inner.replaceAll('C', () => canary))),
    ),
  );
  const lines = LINES.flatMap((line) => texts.map((text) => line.replaceAll('C', () => text)));
  const unasked = lines.filter((line) => !isAsked(line));
  expect(unasked.length).toBeGreaterThan(100);
  expect(madeBy(unasked)).toBe('');
  // The other side: it would be seen.
  expect(madeBy(['echo a', 'touch made', 'echo b'])).toBe('touch made\0');
});

test.each([
  "cat <<E\n${x:-'$(touch made)'}\nE",
  "cat <<E\n${x:-'`touch made`'}\nE",
  "cat <<E\n${x:+'${y:-`touch made`}'}\nE",
  "cat <<E\n${x:-'$API_KEY'}\nE",
  "cat <<E\n${x:-$'$(touch made)'}\nE",
  'echo $\\\n(touch made)',
  'echo "${x:-"$"(touch made)}"',
  `echo "\${x:-'$"(touch made)"'}"`,
  'cat <<E\n${x:-$"(touch made)"}\nE',
  'echo "${x:-${y:-"$"(touch made)}}"',
  'echo (# x; touch made',
  'test ( # "$a"&touch made',
  'cat <<E${x:-> made}\nE',
  'cat <<`E\nx\n`E\ntouch made',
  'cat <<E"F"\nx\nEF\nls',
  'cat <<E\nx\\\nE\ntouch made\nE',
])('what shells may read otherwise is asked about: %j', (line) => {
  expect(isAsked(line)).toBe(true);
});

test.each([
  `git log --format='%h $(x) \${y}' | head`,
  `echo "it's $(date +%s) \${HOME} $((1 + 2))" '$(not)' # $(it's`,
  `cat <<'EOF'\nit's $(x) and \`y\` \${z\nEOF`,
  'cat <<EOF\nit\'s "$HOME" and $(date) `pwd` \\$(x) \\`y\\`\nEOF',
  `echo "$(cat <<'EOF'\nfix(x): don't $(break)\n\nEOF\n)"`,
  'for f in a b; do case "$f" in a) echo "$(case x in x) echo a;; esac)";; (b|c) echo b;; esac; done',
  'cat <(sort a) <(sort b); diff <(ls a) <(ls b)',
  "grep -nE '\\$\\{?[A-Z]+' src | cut -d'$' -f1",
  'echo "${x:-it}" "${x%%/*}" "${x#"$y"}" ${x:+"a b"} "${#x}" "${x//\\//_}"',
  'echo `basename "\\`pwd\\`"` "`date +%s`"',
  'i=0; while ((i < (1 << 3))); do ((i++)); done; for ((j = 0; j < 3; j++)); do echo $j; done',
  "sed -n 's/^\\(a\\)$/\\1/p' f; echo $'tab\\there' $\"x\" $# $? $$",
  'cat <<-E\n\tx $HOME\n\tE\necho done',
  `echo "\${x%$'\\n'}" "costs 5$" "a$" 'b'`,
  '( # comment\nls ); x=$( # comment\nls ); a=( # comment\nb )',
  'if [[ $x =~ ^([a-z]+)$ && -n "$y" ]]; then echo "${BASH_REMATCH[1]}"; fi',
])('what is written every day is read: %j', (line) => {
  expect(judgeShell(line, testPlace).reasons).not.toContain('Part of it cannot be read');
});
