// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of Bash
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { shellPlaces } from './shell-places.ts';
import { fillCommand } from './template.ts';

const scope = (x: string) => ({ inputs: { x }, steps: {}, run: {} });

/** Values that break out of some quotes or other; each would make a file. */
const VALUES = [
  'v1',
  '',
  '$(touch made)',
  '`touch made`',
  '"; touch made; "',
  "'; touch made; '",
  "\\'; touch made; '",
  '\\"; touch made; "',
  'a\ntouch made\n',
  '$(touch made)"$(touch made)',
  '*',
  '~',
  'HOME',
  'A=b',
  'then',
  '2',
  '#',
  '{a,b}',
  "'$(touch made)'",
  '\\',
  '\\\\',
  '!!',
  'a[$(touch made)]',
];

/** `%s` of printf prints the words it gets, one in a line. */
const PLACES: readonly [string, (x: string) => string][] = [
  ["printf '%s|' {{inputs.x}}", (x) => `${x}|`],
  ['printf \'%s|\' "{{inputs.x}}"', (x) => `${x}|`],
  ["printf '%s|' '{{inputs.x}}'", (x) => `${x}|`],
  ['printf \'%s|\' a"b {{inputs.x}} c"d', (x) => `ab ${x} cd|`],
  ["printf '%s|' 'a {{inputs.x}} b' z", (x) => `a ${x} b|z|`],
  ["printf '%s|' pre-{{inputs.x}}-post", (x) => `pre-${x}-post|`],
  ['A=1; printf \'%s|\' "$A{{inputs.x}}" $A{{inputs.x}}', (x) => `1${x}|1${x}|`],
  ['printf \'%s|\' "$(printf %s "<{{inputs.x}}>")"', (x) => `<${x}>|`],
  ['printf \'%s|\' "$(printf %s {{inputs.x}})" "{{inputs.x}}"', (x) => `${x.replace(/\n+$/, '')}|${x}|`],
  ['export X="{{inputs.x}}"; printf \'%s|\' "$X"', (x) => `${x}|`],
  ['cat <<< "{{inputs.x}}" | cat # said\nprintf \'%s|\' ok', (x) => `${x}\nok|`],
  ['printf \'%s|\' 2>&1 "{{inputs.x}}" && true', (x) => `${x}|`],
  ["printf '%s|' {{inputs.x}}{{inputs.x}}", (x) => `${x}${x}|`],
  ['bash -c \'printf "%s|" "$1"\' _ {{inputs.x}}', (x) => `${x}|`],
];

/** Each line as `bash -c` reads it; one program starts them all, which takes a tenth of the time. */
const IN_TURN = 'for line do bash -c "$line"; printf "\\0"; done';

test.each(PLACES)('%s holds every value as plain text', (command, expected) => {
  const cwd = temporaryDirectory();
  const lines = VALUES.map((value) => fillCommand(command, scope(value)));
  const said = execFileSync('bash', ['-c', IN_TURN, 'bash', ...lines], { cwd, encoding: 'utf8' });
  expect(said.split('\0')).toEqual([...VALUES.map(expected), '']);
  expect(readdirSync(cwd)).toEqual([]);
});

test.each([
  'echo ${{inputs.x}}',
  'echo "${{inputs.x}}"',
  'echo \\{{inputs.x}}',
  'echo "\\{{inputs.x}}"',
  'echo `echo {{inputs.x}}`',
  'echo "`echo {{inputs.x}}`"',
  "echo $'{{inputs.x}}'",
  'echo ${A:-{{inputs.x}}}',
  'echo "${A:-\'}" {{inputs.x}}',
  'echo $(({{inputs.x}} + 1))',
  '(( {{inputs.x}} > 1 )) && ls',
  '[[ {{inputs.x}} -eq 1 ]]',
  '[[ a == b && {{inputs.x}} -eq 1 ]]',
  'a[{{inputs.x}}]=1',
  'ls # {{inputs.x}}',
  'cat <<END\n{{inputs.x}}\nEND',
  'bash -c "echo {{inputs.x}}"',
  'bash 2>&1 -c "echo {{inputs.x}}"',
  'sudo /bin/sh -ec {{inputs.x}}',
  '"bash" -c -o pipefail -- {{inputs.x}}',
  '$SHELL -c {{inputs.x}}',
  'bash -c \\\n  {{inputs.x}}',
  'bash > out -c > log {{inputs.x}}',
  "python3 -c 'print({{inputs.x}})'",
  'node -e "{{inputs.x}}"',
  'eval echo {{inputs.x}}',
  'let a={{inputs.x}}',
  'ssh host ls {{inputs.x}}',
  'make TAG="{{inputs.x}}"',
  'sed -i "s/a/{{inputs.x}}/" f',
  "awk '/{{inputs.x}}/' f",
  'test -v {{inputs.x}}',
  'echo "$(case a in a) echo "q" ;; esac)" "{{inputs.x}}"',
])('%s is refused', (command) => {
  expect(shellPlaces(command).map(({ problem }) => problem)).toEqual([expect.any(String)]);
  expect(() => fillCommand(command, scope('v1'))).toThrow('cannot stand there safely');
});

test.each([
  'node server.js -p {{inputs.x}}',
  'bash deploy.sh -e "{{inputs.x}}"',
  'npm run build -- "{{inputs.x}}"',
  'git commit -m "Release {{inputs.x}}" && git push',
  "docker ps --format '{{.Names}}' --filter name={{inputs.x}}",
  'for f in *.txt; do cp "$f" "{{inputs.x}}/${f%.txt}.md"; done',
  'if [ "{{inputs.x}}" = prod ]; then npm run deploy; fi',
  'n=$((1 + 2)); echo "$n" {{inputs.x}} > "out/{{inputs.x}}.txt" 2>&1',
])('%s can be filled in', (command) => {
  expect(shellPlaces(command).flatMap(({ problem }) => problem ?? [])).toEqual([]);
});
