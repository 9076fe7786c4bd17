// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of Bash
import { describe, expect, test } from 'vitest';
import { testPlace } from '../../../test/support/place.ts';
import { assessArgv, assessShell } from './assess.ts';

/** What runs unasked where there is no sandbox. */
const passes = ({ isPure, risk }: ReturnType<typeof assessShell>): boolean =>
  isPure === true && (risk === 'SAFE' || risk === 'LOW');

describe('a file whose name only the run knows is not read unasked where nothing locks it in', () => {
  test.each([
    'cat .env$!',
    'cat .e$!nv',
    'cat < .env$!',
    'rev .env$!',
    'x=.env$!; cat $x',
    'x=$!; cat .env$x',
    'cat "config/server.pem$!"',
    'cat cert.p$((12))',
    'cat id_ed$((25519))',
    'x=12; cat cert.p$((x))',
    'n=$((12)); cat cert.p$n',
    'cat cert.p$?2',
    'x=123456789012; cat cert.p${#x}',
    'cat $((5))',
    'cat < $((5))',
    'ls .$!.',
    'rev < $(cat a)',
    'cat < "$(<a)"',
    'x=$(cat a); cat < $x',
    '{ cat; } < $(cat a)',
    'for i in 1; do cat; done < $(cat a)',
    '(cat) < $(cat a)',
    'rev < src/n*.txt',
    'rev < src/n[o]tes.txt',
    'for x in /dev/null made; do echo hi > $x; done',
    'for x in /dev/null .git/hooks/pre-commit; do echo x > $x; done',
    'for x in /dev/null /etc/x; do echo hi >> "$x"; done',
    'for x in README.md .env; do rev < $x; done',
    'for x in /dev/null /dev/tcp/127.0.0.1/9876; do cat README.md > $x; done',
    'for x in /dev/null made; do { echo hi; } &> $x; done',
    'for x in .en{u,v}; do rev < $x; done',
    'rev < .en{u,v}',
    'x=/dev/null; x=made; echo hi >| "$x"',
  ])('%s', (line) => {
    expect(passes(assessShell(line, testPlace))).toBe(false);
  });

  test.each([
    'echo $?',
    'echo "took $((5 - 3))s, status $?" ${#HOME}',
    'head -n $((2 + 3)) src/a.ts',
    'head -$((2 + 3)) src/a.ts',
    'tail -n +$((2 + 3)) src/a.ts',
    'n=$((2 + 3)); tail -n $n src/a.ts',
    'sleep 1 & wait $!',
    'test $# -gt 0; exit $?',
    'cat < src/a.ts',
    'x=src/a.ts; cat < $x',
  ])('%s names its files', (line) => {
    expect(passes(assessShell(line, testPlace))).toBe(true);
  });
});

test('what a command is handed that runs for each file stays unknown without a shell, too', () => {
  for (const words of [
    ['find', '.', '-name', '.env', '-exec', 'rev', '{}', '+'],
    ['find', '.', '-type', 'f', '-exec', 'rev', '{}', ';'],
    ['find', 'src', '-exec', 'cat', '{}', '+'],
    ['env', 'find', 'src', '-exec', 'cat', '{}', '+'],
  ])
    expect(passes(assessArgv(words, testPlace)), words.join(' ')).toBe(false);
  for (const words of [
    ['find', '.', '-name', '*.ts'],
    ['cat', 'src/a.ts'],
    ['timeout', '5', 'cat', 'src/a.ts'],
  ])
    expect(assessArgv(words, testPlace).risk, words.join(' ')).toBe('SAFE');
});
