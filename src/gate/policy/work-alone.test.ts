import { expect, test } from 'vitest';
import { isWorkAlone } from './work-alone.ts';

const line = (command: string, runs: readonly string[] = []) =>
  isWorkAlone({ args: { command }, commands: [command.split(' ')], runs });

test.each([
  'npm test',
  'npm test 2>&1 | tail -n 20',
  'cd web && npm run build > build.log; echo $?',
  "pytest -q | grep -c 'a b'",
  'npm test | sort -t : -k 2 | cut -d , -f 1,3 | head -n 5 | tail -3',
  'npm test | grep -A 3 FAIL | grep -m 2 x',
  'git add a.ts && git commit -m "a; b"',
  'npm test # as the readme says',
  'git commit -m "one\n\ntwo" && npm test',
  'time npm test &> out.txt',
])('%s is work, and nothing beside it reads files', (command) => {
  expect(line(command)).toBe(true);
});

test.each([
  'npm test; cat notes.txt',
  'npm test; tr a-z b-za < $(ls -A | head -1)',
  'npm test; ls -A | xargs rev',
  'npm test && grep -r KEY .',
  'git add a.ts; grep -r STRIPE . | rev',
  'tar cf x.tar .',
  'tee q.txt',
  'cp -r . /tmp/x',
  'npm test | grep x .e*',
  'npm test; grep ^ n',
  'npm test; cut -c1- 1',
  'npm test; cut -c 1- 1',
  'npm test; head -n 1 2',
  'npm test; sort -t : ,',
  'npm test; cat -',
  'git commit --allow-empty -F notes.txt',
  "npm test # '\ncut -c1-17 n # '",
  'npm test; n=1 rev a',
  'npm test < a',
  'npm test <<< a; cut -c1 a',
  'npm test; (rev a)',
  'npm test; rev \\a',
  'npm test; rev "a"',
  'npm test && for i in a; do rev $i; done',
  'n>&1pm test; rev a',
])('%s is more than that', (command) => {
  expect(line(command)).toBe(false);
});

test('a script by its path is work where it is known what it runs', () => {
  expect(line('./build.sh')).toBe(false);
  expect(line('./build.sh', ['/work/project/build.sh'])).toBe(true);
  expect(line('./build.sh; rev a', ['/work/project/build.sh'])).toBe(false);
});
