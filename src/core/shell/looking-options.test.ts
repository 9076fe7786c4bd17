import { expect, test } from 'vitest';
import { onlyLooks } from './looking-options.ts';

const looks = (line: string): boolean => {
  const [program = '', ...words] = line.split(' ');
  return onlyLooks(program, words);
};

test.each([
  'ls -la',
  'ls --color=auto -1 src',
  'head -20 a',
  'head -n 20 a',
  'tail -n +5 a',
  'tail +5 a',
  'sort -t, -k2,2nr a',
  'cut -d: -f1 a',
  'find . -maxdepth 2 -name *.ts -not -path ./x',
  'tree -L 2 -a',
  'grep -rnA3 -e x --include=*.ts .',
  'date +%F',
  'git log --oneline -5 --format=%h',
  'sed -n 1,5p a',
  'echo -o anything',
])('%s only looks', (line) => expect(looks(line)).toBe(true));

test.each([
  'tree -Lo 2 a .',
  'tree -o a',
  'tree -R -L 1',
  'tree -l',
  'sort -o a b',
  'sort -uo a b',
  'sort --compress-program=x a',
  'find . -fprint a',
  'find . -delete',
  'find . -exec x',
  'find -L .',
  'find . -follow',
  'ls -RL',
  'du -aL',
  'wc --files0-from=a',
  'date -s 1',
  'date -f a',
  'hexdump -f a b',
  'sha256sum -c a',
  'grep -f a b',
  'git diff --output=a',
  'git diff --outp=a',
  'git log --ext-diff',
  'git diff --no-index a b',
  'fd -x cat',
  'env ls',
])('%s may do more', (line) => expect(looks(line)).toBe(false));
