import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, type TestHost } from '../support/host.ts';
import { codeOf } from '../support/repository.ts';

type Data = Record<string, unknown>;

function projectWith(files: readonly string[]): TestHost {
  const host = createTestHost();
  for (const file of files) write(host, file, '// hostile');
  return host;
}

function write({ root }: TestHost, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const isAsked = async ({ call }: TestHost, args: Data): Promise<boolean> =>
  codeOf(await call('shell_execute', args)) === 'APPROVAL_PENDING';

/** A person allows the call for the session; whether the program is there does not matter. */
async function allow(host: TestHost, args: Data): Promise<void> {
  expect(await isAsked(host, args), JSON.stringify(args)).toBe(true);
  const asked = host.host.approvals.list().find(({ status }) => status === 'pending');
  host.host.approvals.decide(asked?.id ?? '', {
    verdict: 'approve',
    scope: 'session',
    by: 'test',
    via: 'terminal',
  });
  expect(await isAsked(host, args), JSON.stringify(args)).toBe(false);
}

const NAMED: readonly (readonly [string, string])[] = [
  ['cmake -B out .', 'cmake -P docs/b.cmake'],
  ['prettier --write .', 'prettier --write --plugin=./b.js .'],
  ['eslint --fix .', 'eslint --fix -c b.js .'],
  ['jest', 'jest --globalSetup ./b'],
  ['vitest run', 'vitest run --config b.js'],
  ['rollup -c', 'rollup -c b.js'],
  ['babel src', 'babel src --config-file ./b.js'],
  ['gulp', 'gulp -f b.js'],
  ['nodemon a.js', 'nodemon b.js'],
  ['mono a.dll', 'mono b.dll'],
  ['unheard-of a.js', 'unheard-of b.js'],
  ['mvn test', 'mvn test -f b.xml'],
  ['rustc a.rs', 'rustc -C linker=./b.py a.rs'],
  ['scons', 'scons -f b.py'],
  ['cargo build', 'cargo build --manifest-path docs/Cargo.toml'],
  // Whatever its ending, and however it is named.
  ['cmake -B out .', 'cmake -B out -C docs/notes.txt .'],
  ['cmake -B out .', 'cmake -B out -DCMAKE_PROJECT_INCLUDE=docs/notes.txt .'],
  ['ctest', 'ctest --test-dir docs/ev'],
  ['flask routes', 'flask --app docs.evil routes'],
  ['eslint --fix .', 'eslint --fix -f ./docs/notes.txt .'],
  ['jest', 'jest --config \'{"globalSetup":"./docs/notes.txt"}\''],
  ['vitest run', 'vitest run --reporter=evil'],
  ['sphinx-build docs out', 'sphinx-build -D extensions=docs.evil docs out'],
  ['uvicorn app:app', 'uvicorn docs.evil:app'],
  ['pytest', 'pytest --override-ini=addopts=-pdocs.evil'],
  ['pytest', 'pytest -pdocs.evil'],
  ['flask routes', 'flask --app auto routes'],
  ['flask routes', 'flask -A1 routes'],
  ['flask routes', 'flask -AA routes'],
  ['ctest', 'ctest -V --test-dir 1'],
  ['ctest', 'ctest -V --test-dir release'],
  // A value may begin with a dash, and a name may be looked up elsewhere.
  ['flask routes', 'flask --app -fish routes'],
  ['flask routes', 'flask -A -fish routes'],
  ['flask routes', 'flask --app -fish:app routes'],
  ['flask routes', 'flask --app --no-evil routes'],
  ['flask routes', 'flask --app -- routes'],
  ['flask routes', 'flask --app --message=a.py routes'],
  ['flask routes', 'flask -A - routes'],
  ['ctest', 'ctest -V --test-dir -fish'],
  ['ctest', 'ctest -V --test-dir -x/../docs/ev'],
  ['ninja', 'ninja -C -fish'],
  ['ninja', 'ninja -vf docs/notes.md'],
  ['ninja', 'ninja -vffish'],
  ['unheard-of a.js', 'unheard-of a.js --with -fish'],
  ['unheard-of a.js', 'unheard-of a.js -x -fish'],
  ['PYTHONPATH=src flask routes', 'PYTHONPATH=src flask --app on routes'],
  ['PYTHONPATH=src flask routes', 'PYTHONPATH=src flask -A2 routes'],
  ['PYTHONPATH=src flask routes', 'PYTHONPATH=src flask --app -deep routes'],
  ['rustc a.rs', 'rustc @docs/notes.txt a.rs'],
  ['pytest', 'pytest -q @docs/notes.txt'],
  ['make', 'make SHELL=./b.py'],
  ['make all', 'make all CC=docs/notes.txt'],
];

test('an answer for a program covers no other file that tells it what to do', async () => {
  const files = [
    'a.js',
    'b.js',
    'a.dll',
    'b.dll',
    'b.xml',
    'b.py',
    'a.rs',
    'docs/b.cmake',
    'docs/Cargo.toml',
    'docs/notes.txt',
    'docs/evil.py',
    'docs/ev/CTestTestfile.cmake',
    '1/CTestTestfile.cmake',
    '1.py',
    'A.py',
    'auto.py',
    'app.py',
    '-fish.py',
    '--no-evil.py',
    '--.py',
    '-.py',
    '--message=a.py',
    '-fish/build.ninja',
    'fish',
    'docs/notes.md',
    'src/on.py',
    'src/2.py',
    'src/-deep.py',
  ];
  for (const first of new Set(NAMED.map(([one]) => one))) {
    const host = projectWith(files);
    await allow(host, { command: first, access: ['write'] });
    for (const [one, other] of NAMED)
      if (one === first) expect(await isAsked(host, { command: other, access: ['write'] }), other).toBe(true);
  }
});

test('a changed file that tells a program what to do is asked about again', async () => {
  const host = projectWith(['b.js']);
  const args = { command: 'vitest run --config b.js', access: ['write'] };
  await allow(host, args);
  write(host, 'b.js', 'evil()');
  expect(await isAsked(host, args)).toBe(true);
});

test('an answer for a build holds in the very directory, however it is named', async () => {
  const host = projectWith(['CMakeLists.txt', 'docs/evil/CMakeLists.txt', 'src/main.c']);
  await allow(host, { command: 'cmake .' });
  const others = [
    { command: 'cmake .', cwd: 'docs/evil' },
    { command: 'cd docs/evil && cmake .' },
    { command: 'cmake docs/evil' },
    { command: 'cmake -S docs/evil' },
    { command: '(cd docs; cd evil; cmake .)' },
  ];
  for (const other of others) expect(await isAsked(host, other), JSON.stringify(other)).toBe(true);
  expect(await isAsked(host, { command: `cd ${host.root} && cmake . -DX=1` })).toBe(false);
});

test('an answer for containers holds for the files they are made from', async () => {
  const host = projectWith(['docker-compose.yml', 'Dockerfile', 'other.Dockerfile', 'sub/compose.yaml']);
  const up = { command: 'docker compose up -d' };
  await allow(host, up);
  expect(await isAsked(host, { ...up, cwd: 'sub' })).toBe(true);
  write(host, 'docker-compose.yml', 'services: {a: {image: b}}');
  expect(await isAsked(host, up)).toBe(true);
  const build = { command: 'docker build .' };
  await allow(host, build);
  expect(await isAsked(host, { command: 'docker build -f other.Dockerfile .' })).toBe(true);
  write(host, 'Dockerfile', 'FROM evil');
  expect(await isAsked(host, build)).toBe(true);
});

test('a compose file that hands out the machine is CRITICAL, one that stays in the project is not', async () => {
  const service = (...lines: string[]) =>
    ['services:', '  web:', '    image: x', ...lines.map((line) => `    ${line}`)].join('\n');
  const risky = [
    service('privileged: true'),
    service('network_mode: host'),
    service('volumes:', '  - /:/host'),
    service('volumes: ["~/.ssh:/keys"]'),
    service('volumes:', '  - type: bind', '    source: /etc', '    target: /x'),
    service('volumes:', '  - /var/run/docker.sock:/var/run/docker.sock'),
  ];
  const plain = [
    service('volumes:', '  - ./src:/app', '  - data:/var/lib/postgresql'),
    service(
      'ports:',
      '  - "8080:80"',
      'environment:',
      '  PATH_PREFIX: /api',
      'command: ["/bin/sh", "-c", "x"]',
    ),
    service('healthcheck:', '  test: curl http://localhost:80/health'),
  ];
  const riskOf = async (text: string) => {
    const host = projectWith([]);
    write(host, 'compose.yaml', text);
    expect(await isAsked(host, { command: 'docker compose up -d' })).toBe(true);
    return host.host.approvals.list()[0]?.risk;
  };
  for (const text of risky) expect(await riskOf(text), text).toBe('CRITICAL');
  for (const text of plain) expect(await riskOf(text), text).toBe('MEDIUM');
});

test('sources, other tests and a changed file among them are no other work', async () => {
  const host = projectWith(['src/a.ts', 'src/b.ts', 'tests/test_a.py', 'tests/test_b.py', 'a.rs', 'b.rs']);
  const same = [
    ['prettier --write src/a.ts', 'prettier --write src/b.ts'],
    ['eslint --fix src/a.ts', 'eslint --fix src/b.ts src/a.ts'],
    ['pytest -q tests/test_a.py', 'pytest -x -k "not slow" --maxfail=1 tests/test_b.py'],
    ['py.test tests', 'py.test -xvs --lf --new-first --cov -n 4 tests/test_a.py'],
    ['vitest run src/a.ts', 'vitest run src/b.ts -t "adds numbers" --retry 2'],
    ['cargo build', 'cargo build --release -j 4 -p core'],
    ['make all', 'make all -j8 VERBOSE=1'],
    ['flask routes', 'flask routes --all-methods --sorted -q'],
    ['ctest', 'ctest -V --output-on-failure --rerun-failed -j 4'],
    ['ninja', 'ninja -v -j 8 -k 0'],
    ['unheard-of a.rs', 'unheard-of a.rs --quick --safe'],
    ['rustc a.rs -o out', 'rustc b.rs -o out'],
    ['mkdir sub', 'cd src && mkdir more'],
  ] as const;
  for (const [first, other] of same) {
    await allow(host, { command: first, access: ['write'] });
    write(host, 'src/a.ts', `// ${first}`);
    expect(await isAsked(host, { command: other, access: ['write'] }), other).toBe(false);
  }
});
