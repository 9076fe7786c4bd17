import { expect, test } from 'vitest';
import { riskOf } from '../../../test/support/place.ts';
import { isAtLeast, type Risk } from '../../core/risk.ts';

// What needs more than a list of options: abbreviations, bundles, words that are only known at run time.
const subtle: readonly (readonly [string, 'at least' | 'at most', Risk])[] = [
  ['rg -l foo src | xargs wc -l', 'at most', 'SAFE'],
  ['grep -rl foo src | xargs sed -n 1,3p', 'at most', 'SAFE'],
  ['git diff --name-only | xargs cat', 'at most', 'SAFE'],
  ['echo "--- done ---"', 'at most', 'SAFE'],
  ['tar --checkpoint-act=exec=sh -cf x y', 'at least', 'CRITICAL'],
  ['tar xIf ./evil a.tar', 'at least', 'CRITICAL'],
  ['tar -cf /dev/sda x', 'at least', 'CRITICAL'],
  ['tar cf ~/.bashrc x', 'at least', 'CRITICAL'],
  ['sort --compress-prog=sh a', 'at least', 'CRITICAL'],
  ['sed --in-place s/a/b/ .git/hooks/pre-commit', 'at least', 'CRITICAL'],
  ['sed -i s/a/b/ /etc/hosts', 'at least', 'CRITICAL'],
  ['sed "$SCRIPT" a', 'at least', 'MEDIUM'],
  ['awk "$PROG" a', 'at least', 'MEDIUM'],
  ['cat .en*', 'at least', 'MEDIUM'],
  ['cat .e?v', 'at least', 'MEDIUM'],
  ['git push --forc', 'at least', 'CRITICAL'],
  ['git log --outp=/etc/x', 'at least', 'CRITICAL'],
  ['sort --output=$X a', 'at least', 'HIGH'],
  ['sort -o$X a', 'at least', 'HIGH'],
  ['git diff --output=$F', 'at least', 'HIGH'],
  ['grep --$X foo', 'at least', 'MEDIUM'],
  ['git constructor', 'at least', 'MEDIUM'],
  ['crontab -l', 'at most', 'SAFE'],
  ['comm -23 <(sort a) <(sort b)', 'at most', 'SAFE'],
  ['mkdir -p src/new', 'at most', 'LOW'],
  ['mv a.ts b.ts', 'at most', 'MEDIUM'],
  ['mv src/a.ts src/lib/', 'at most', 'MEDIUM'],
  ["sed -i 's/a/b/' src/a.ts", 'at most', 'MEDIUM'],
];

test.each(subtle)('%s is %s %s', (line, bound, risk) => {
  expect(bound === 'at least' ? isAtLeast(riskOf(line), risk) : isAtLeast(risk, riskOf(line))).toBe(true);
});
