import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';
import { fromDisk, onDisk } from '../../files/open/disk-names.ts';
import { gathered } from './gathered-places.ts';

const PLANTED = 'kq7planted9secret2value';
const LOOK = `grep -rla ${PLANTED} . ; find . -type f -name '*.env' -size +0 | head -3`;

/** As old archives leave them: `café` in Latin-1. */
const latin = (root: string, name: string): Buffer => Buffer.from(`${root}/${name}`, 'latin1');

function plant(path: Buffer | string, text = PLANTED): void {
  writeFileSync(path, `${text}\n`);
}

inSandbox('secrets with or below names that are no UTF-8 are out of sight, and the rest is not', async () => {
  const { root, run } = makePlace();
  for (const directory of ['caf\xe9/sub', 'node_modules/caf\xe9', 'vendor/\xff\xfe'])
    mkdirSync(latin(root, directory), { recursive: true });
  const secrets = [
    ...['caf\xe9/.env', 'caf\xe9/sub/.env.local', 'cl\xe9.pem', 'node_modules/caf\xe9/.env'],
    ...['vendor/\xff\xfe/.netrc', 'vendor/\xff\xfe/key\xe9.key'],
  ];
  for (const name of secrets) plant(latin(root, name));
  for (const name of ['caf\xe9/r\xe9sum\xe9.txt', 'caf\xe9/sub/plain.txt']) plant(latin(root, name), 'plain');
  symlinkSync(latin('..', 'caf\xe9/.env'), join(root, 'packages/.env'));
  const { stdout } = await run([], `${LOOK}; cat $'caf\\xe9/r\\xe9sum\\xe9.txt' $'caf\\xe9/sub/plain.txt'`);
  expect(stdout.text).toBe('plain\nplain\n');
  const bare = execFileSync('bash', ['-c', `grep -rla ${PLANTED} . | wc -l`], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(Number(bare)).toBe(secrets.length);
});

inSandbox(
  'a repository below such a name is neither shown nor changed, and a new one is set aside',
  async () => {
    const { root, run } = makePlace();
    mkdirSync(latin(root, 'caf\xe9/.git/objects/pack'), { recursive: true });
    for (const name of ['caf\xe9/.git/objects/pack/pack-1.pack', 'caf\xe9/.git/config'])
      plant(latin(root, name));
    const closed = await run([], LOOK);
    expect(closed.stdout.text).toBe('');
    const { setAside, stdout } = await run(
      ['write'],
      `echo evil >> $'caf\\xe9/.git/config'; mkdir -p $'n\\xe9w/.claude' && cd $'n\\xe9w' && git init -q . && git config core.fsmonitor evil; echo x > $'\\xe9.txt'; cat $'\\xe9.txt'`,
    );
    expect(stdout.text).toBe('x\n');
    expect([...setAside].sort()).toEqual(
      ['.claude', '.git'].map((name) => `${root}/n\ufffdw/${name}.set-aside`),
    );
    const look = `cat caf*/.git/config; ls -A n*`;
    const after = execFileSync('bash', ['-c', look], { cwd: root, encoding: 'latin1' });
    expect(after).toBe(`${PLANTED}\n.claude.set-aside\n.git.set-aside\n\xe9.txt\n`);
  },
);

inSandbox('many secrets in one package hide that package, not the secrets of the others', async () => {
  const { root, run } = makePlace();
  for (const name of ['many', 'other']) mkdirSync(join(root, 'node_modules', name), { recursive: true });
  for (let i = 0; i < 600; i++) plant(join(root, 'node_modules/many', `${i}.env`));
  plant(join(root, 'node_modules/other/.env'));
  plant(join(root, 'node_modules/other/index.js'), 'code');
  const { stdout } = await run([], `${LOOK}; cat node_modules/other/index.js`);
  expect(stdout.text).toBe('code\n');
});

inSandbox('what lies too deep to be named is out of sight', async () => {
  const { root, run } = makePlace();
  const deeper = `for i in $(seq 25); do mkdir -p ${'d'.repeat(200)} && cd ${'d'.repeat(200)}; done`;
  execFileSync('bash', ['-c', `${deeper}; echo ${PLANTED} > .env`], { cwd: root });
  const { stdout } = await run([], `${deeper.replace('mkdir -p', 'test -d')}; cat .env; echo done`);
  expect(stdout.text).not.toContain(PLANTED);
  expect(stdout.text).toContain('done');
  execFileSync('rm', ['-rf', 'd'.repeat(200)], { cwd: root });
});

test('a path goes to the disk and back as it was, whatever its bytes are', () => {
  for (const path of ['/a/b', '/é/😀/\ufffd', '/caf\udce9/é', '/\udcff\udc80x/😀'])
    expect(fromDisk(Buffer.from(onDisk(path)))).toBe(path);
  expect(onDisk('/é/caf\udce9')).toEqual(Buffer.from('2fc3a92f636166e9', 'hex'));
});

test('places are gathered into as few directories as needed, and none is left out', () => {
  const many = Array.from({ length: 8 }, (_, i) => `/n/a/b/${i}`);
  const few = ['/n/c/x', '/n/d/e/y'];
  expect(gathered([...many, ...few], '/n', 10)).toEqual([...many, ...few]);
  expect(gathered([...many, ...few], '/n', 4)).toEqual(['/n/a/b', ...few]);
  expect(gathered([...many, ...few], '/n', 2)).toEqual(['/n']);
  expect(gathered(['/n', ...many], '/n', 1)).toEqual(['/n']);
  expect(gathered(['/n/a/1', '/n/b/1', '/n/c/1'], '/n', 2)).toEqual(['/n']);
});
