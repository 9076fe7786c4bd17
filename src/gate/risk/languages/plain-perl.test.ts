import { expect, test } from 'vitest';
import { isPlainPerl } from './plain-perl.ts';

test.each([
  'print if /foo/',
  'print $F[0]',
  's/foo/bar/g',
  's/\\s+$//',
  'print "hello\\n"',
  'print "$1\\n" if /^(\\d+):/',
  'print unless $seen{$_}++',
  '$sum += $_; END { print $sum }',
  'print join(",", sort { $a <=> $b } @F), "\\n"',
  'tr/a-z/A-Z/; print',
  'print length, "\\n"',
  'print if $. >= 10 and $. <= 20',
  'print "$_\\n" for 1..10',
  'printf "%s %d\\n", $F[0], $F[1] * 2',
  's|/usr/local|/opt|; print',
  '$h{$F[0]}++; END { print "$_ $h{$_}\\n" for keys %h }',
  'my @a = split /,/; print $a[1]',
])('%s only reads and prints', (text) => {
  expect(isPlainPerl(text)).toBe(true);
});

test.each([
  'system("id")',
  'print `id`',
  'print qx(id)',
  'open F, ">x"',
  's/x/system("id")/e',
  's/x/"a"/ee',
  's{x}{system(1)}e',
  '/(?{ system("id") })/',
  'print "@{[ system(1) ]}"',
  'print "$h{system(1)}"',
  'print "$x[evil()]"',
  'unlink $_',
  'eval $_',
  'BEGIN { @ARGV = ("id|") } print',
  '$^I = ""; print',
  'print $ENV{HOME}',
  'do "x.pl"',
  'require "x.pl"',
  '$n = "ARGV"; push @$n, "id|"; print <>',
  '$n = "ARGV"; $n->[0] = "id|"',
  'print {$f} 1',
  'print F 1',
  '&evil',
  'evil()',
  'print $x / system(1) / 2',
  'print <*.c>',
  'while (<F>) { print }',
  '-e $_ and print',
  '}; system(1); {',
  'print 1 # x',
  'print 1; __END__',
  'sort evil @F',
])('%s may do more', (text) => {
  expect(isPlainPerl(text)).toBe(false);
});
