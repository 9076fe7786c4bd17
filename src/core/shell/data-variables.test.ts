import { expect, test } from 'vitest';
import { feedsInput, usesAsData } from './data-variables.ts';

const isExported = (name: string): boolean => name === 'AR';

test.each([
  'echo "$X"',
  'printf "%s\\n" "$X" > out.txt',
  'git commit -m "release $X" > /dev/null && echo "$X"',
  'gh pr create --title="$X"',
  'docker build -t "app:$X" .',
  'text="$X"; git tag -m "$text" v1',
  'n=$(echo "$X" | wc -c); echo "$n"',
  'for word in "$X"; do echo "$word"; done',
  'if [ "$X" = yes ]; then echo "$X"; fi',
  'i=1; echo "$((i + 1)) $X"',
])('%s hands a variable on as data', (line) => {
  expect(usesAsData(line, ['X'], isExported)).toBe(true);
});

test.each([
  'make',
  "make # $X '$X'",
  '$X',
  '"$X" a',
  'git log $X',
  'AR="$X" make',
  'a="$X"; b=$a make',
  'AR="$X"; make',
  'for AR in "$X"; do make; done',
  'export X; make',
  'export AR="$X"; make',
  'declare -x Y="$X"; make',
  'set -a; y="$X"; make',
  'make AR="$X"',
  'make "AR=$X"',
  'env AR="$X" make',
  'cmake -DCMAKE_AR="$X" .',
  'cd "$X" && make',
  'eval "$X"',
  '. "$X"',
  `echo "\${!X}"`,
  'echo "$((X))"',
  'echo "$(($X + 1))"',
  '((X))',
  '[[ $X -eq 1 ]]',
  'f() { "$@"; }; f "$X"',
  'read AR <<< "$X"; make',
  'echo "$X',
  'printf "V=%s\\n" "$X" > config.mk; make',
  '{ echo "$X"; } >> ver.py; python3 -c "import ver"',
  'x=([$X]=1)',
  'echo "$X"; sh "$_"',
  `true "$X"; make "\${_}"`,
  `[[ "$X" =~ .* ]]; bash "\${BASH_REMATCH[0]}"`,
  'x=(["$X"]=1); echo a',
])('%s does more with a variable than to hand it on', (line) => {
  expect(usesAsData(line, ['X'], isExported)).toBe(false);
});

test('every one of several variables has to be used', () => {
  expect(usesAsData('echo "$X"', ['X', 'Y'], isExported)).toBe(false);
  expect(usesAsData('echo "$X $Y"', ['X', 'Y'], isExported)).toBe(true);
});

test.each([
  ['git apply <<< "$X"', true],
  ['a="$X"; echo "$a" | patch -p1', true],
  ['git apply <<EOF\n$X\nEOF', true],
  ['echo a | grep "$X"', false],
  ['git commit -m "$X" <<< no', false],
])('whether %j reads a variable as its input: %j', (line, isFed) => {
  expect(feedsInput(line, (name) => name === 'X')).toBe(isFed);
});
