import { expect, test } from 'vitest';
import { testPlace } from '../../../test/support/place.ts';
import { assessArgv, assessShell } from './assess.ts';

test.each([
  ['ls -la', ''],
  ['cat README.md | grep -c x', ''],
  ['some-program --check', ''],
  ["python3 -c 'print(1)'", ''],
  ['node tool.js', ''],
  ['echo x > /tmp/x', ''],
  ['curl http://localhost:3000', ''],
  ['env', ''],
  ['echo x > a.txt', 'write'],
  ['rm a.txt', 'write'],
  ['mv a b', 'write'],
  ['sed -i s/a/b/ a.txt', 'write'],
  ['mkdir a', 'write'],
  ['npm test', 'write'],
  ['npm run build', 'write'],
  ['make', 'write'],
  ['pytest', 'write'],
  ['cargo build', 'write'],
  ['git commit -m x', 'write'],
  ["bash -c 'rm a.txt'", 'write'],
  ['find . -name x -exec rm {} +', 'write'],
  ['echo x >> ~/notes.txt', 'write host'],
  ['npm install', 'write network'],
  ['pip install requests', 'write network'],
  ['git clone https://example.com/a.git', 'write network'],
  ['curl https://example.com', 'network'],
  ['cat .env', 'secrets'],
  ['git push', 'network secrets'],
  ['git pull', 'write network secrets'],
  ['npm publish', 'write network secrets'],
  ['ssh build.example.com ls', 'network secrets'],
  ['gh pr create', 'network secrets'],
  ['kubectl get pods', 'network secrets'],
  ['docker ps', 'host'],
  ['sudo ls', 'host'],
  ['systemctl restart web', 'host'],
  ['kill 12', 'host'],
  ['cat ~/other/a.txt', 'host'],
])('%s needs %s', (line, needs) => {
  expect(assessShell(line, testPlace).needs?.join(' ')).toBe(needs);
});

test.each([
  'ls -la src',
  'cat README.md',
  'head -5 a.txt | sort | uniq -c',
  'grep -n foo a.txt b.txt',
  "find . -name '*.ts'",
  'LC_ALL=C sort a.txt',
  'cd src && wc -l a.ts',
])('%s does no more than read what it is told to', (line) => {
  expect(assessShell(line, testPlace).isPure).toBe(true);
});

test.each([
  'git status',
  'grep -r x .',
  'grep -nR x .',
  'rg x',
  'cat *',
  'sort *',
  'cat "$FILE"',
  'cat .env',
  'tar tf host:x.tar',
  'make -n',
  "python3 -c 'import json'",
  'node -p \'require("./data.json").version\'',
  'SOMETHING=1 sort a.txt',
  'find . -exec cat {} +',
  'cat a | sh',
  'echo x > a.txt',
  'some-program',
  './cat a.txt',
  'jq . a.json',
  "sed -n '1p' a.txt",
  "awk '{print}' a.txt",
  'man ls',
  'curl http://localhost',
])('%s may do more than read what it is told to', (line) => {
  expect(assessShell(line, testPlace).isPure).toBe(false);
});

test('a program with its arguments is assessed like a line', () => {
  expect(assessArgv(['cat', 'a b.txt'], testPlace)).toMatchObject({ risk: 'SAFE', needs: [], isPure: true });
  expect(assessArgv(['env', 'rm', 'a'], testPlace)).toMatchObject({
    risk: 'HIGH',
    needs: ['write'],
    isPure: false,
  });
  expect(assessArgv(['bash', '-c', 'git push'], testPlace)).toMatchObject({ needs: ['network', 'secrets'] });
});
