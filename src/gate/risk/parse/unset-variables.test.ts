// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of shell
import { expect, test } from 'vitest';
import { testPlace } from '../../../../test/support/place.ts';
import { isAtLeast, type Risk } from '../../../core/risk.ts';
import { judgeShell } from '../walk/judge-shell.ts';

const risk = (line: string, startsClean = true): Risk => judgeShell(line, { ...testPlace, startsClean }).risk;

// What nothing sets is empty; what is left of the path is judged by itself.
test.each([
  'gzip "$file"',
  'cp "$a" "$b"',
  'mkdir -p "build/$name"',
  'mkdir -p -- "$(dirname -- "$f")"',
  'find "$dir" -type f -exec chmod 644 {} +',
  'find $dir -name "*.css" -exec sed -n 1p {} +',
  'mv "${list[@]}"',
  'chown "$USER" a.txt',
  'cp a "$1"',
])('%s is MEDIUM in a shell of its own, and HIGH or above where others may have set it', (line) => {
  expect(risk(line)).toBe('MEDIUM');
});

test.each(['gzip "$file"', 'cp "$a" "$b"', 'find "$dir" -type f -exec chmod 644 {} +'])(
  '%s is HIGH or above where another line may have set the variable',
  (line) => {
    expect(isAtLeast(risk(line, false), 'HIGH')).toBe(true);
  },
);

// The rest of the path is what counts, and nothing hides a variable that is set after all.
test.each([
  'cp a "$dir/x"',
  'cp a "$dir/etc/passwd"',
  'find "$dir/" -type f -exec chmod 644 {} +',
  'cp a ~/.bashrc $dir',
  'cp a ~/.bashrc "${list[@]}"',
  'sort -o$x ~/.bashrc',
  'sort -o $x ~/.bashrc',
  'find . -exec cp {} ~/.bashrc $dir \\;',
  'y=$x; sort -o $y ~/.bashrc',
  'rm -rf "$dir"',
  'rm -rf "$dir/"',
  '$cmd a',
  'sh -c "$cmd"',
  'dir=/etc; cp a "$dir"',
  'printf -v dir /etc; cp a "$dir"',
  'builtin printf -v dir /etc; cp a $dir',
  'command read dir < list; cp a "$dir"',
  'source ./env.sh; cp a "$dir"',
  '. ./env.sh; cp a "$dir"',
  'eval "$(cat x)"; cp a "$dir"',
  'f() { cp a "$1"; }; f /etc/x',
  'set -- /etc/x; cp a "$1"',
  'exec {dir}> x; cp a "$dir"',
  'coproc dir { cat; }; cp a "$dir"',
  'trap \'dir=/etc\' DEBUG; cp a "$dir"',
  'r""ead dir < list; cp a "$dir"',
  '"read" dir < list; cp a "$dir"',
  'dir=/etc sh -c \'cp a "$dir"\'',
  'export dir=/etc; bash -c \'cp a "$dir"\'',
  'cp a "$XDG_CONFIG_HOME"',
  'cp a "$OLDPWD"',
  'cp a "$_"',
  'cp a "$BASH"',
  'cp a "$0"',
  'cp a "${!dir}"',
  '[[ /etc =~ (.*) ]]; cp a "${BASH_REMATCH[1]}"',
])('%s is HIGH or above', (line) => {
  expect(isAtLeast(risk(line), 'HIGH'), JSON.stringify(judgeShell(line, testPlace))).toBe(true);
});
