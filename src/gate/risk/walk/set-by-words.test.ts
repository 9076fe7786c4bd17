import { expect, test } from 'vitest';
import { testPlace } from '../../../../test/support/place.ts';
import { assessShell } from '../assess.ts';

test.each([
  'printf {-vPATH,tools}; rev README.md',
  'x=-vPATH; printf $x tools; rev README.md',
  'printf {-vCDPATH,3}; cd sub && rev n',
  'printf {abc%n,CDPATH}; cd sub && rev n',
  "printf -- '-vabc%n\\n' CDPATH; cd sub && rev n",
  'f=\'abc%n\'; printf "$f" CDPATH; cd sub && rev n',
  'read {CDPATH,y} <<< 3; cd sub && rev n',
  'getopts {a,CDPATH}; cd sub && rev n',
  'read -aCDPATH <<< 3; cd sub && rev n',
  'read -raCDPATH <<< 3; cd sub && rev n',
  'read -aPROMPT_COMMAND <<< tools/x',
  'printf "$(cat a)" tools; rev README.md',
])('what a line sets by other words than it has is seen: %s', (line) => {
  expect(['HIGH', 'CRITICAL']).toContain(assessShell(line, testPlace).risk);
});

test.each([
  "printf '%s\\n' a b",
  'printf "%-10s %d%%\\n" name 3',
  'printf "$HOME\\n"',
  'x=a; printf "$x: %s\\n" b',
  'read -r a b <<< "1 2"; echo "$a"',
  'mapfile -t lines < README.md; echo "$lines"',
  'while IFS= read -r line; do echo "$line"; done < README.md',
  'sleep 1 & wait $!',
])('what is harmless stays so: %s', (line) => {
  expect(['SAFE', 'LOW', 'MEDIUM']).toContain(assessShell(line, testPlace).risk);
});
