// Runs before `npm start` and `npm test` and does what is missing: dependencies, the build, and for tests the
// system programs they use. Plain JavaScript without dependencies, because on a fresh clone there are none, and
// the only Node at hand may be one that is too old for the rest.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 24;
const STAMP = 'dist/.built';
const BUILT_FROM = [
  'src',
  'page',
  'skills',
  'wasm',
  'scripts/build.ts',
  'scripts/model',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];
const TEST_SERVERS = 'test/servers';
/** What the tests run for real instead of imitating it. */
const TEST_PROGRAMS = [
  { program: 'git', debianPackage: 'git', why: 'tests work on real repositories' },
  {
    program: 'sshd',
    debianPackage: 'openssh-server',
    why: 'tests reach remote machines through a real sshd',
  },
  { program: 'ssh', debianPackage: 'openssh-client', why: 'remote machines are reached with it' },
  {
    program: 'fish',
    debianPackage: 'fish',
    why: 'tests log in to an account with it, and run what Bash takes for text',
  },
  {
    program: 'zsh',
    debianPackage: 'zsh',
    why: 'a test presses Tab in it, others run and type what Bash takes for text',
  },
  { program: 'dash', debianPackage: 'dash', why: 'a test runs in it what Bash takes for text' },
  { program: 'bwrap', debianPackage: 'bubblewrap', why: 'tests run commands in the real sandbox' },
  { program: 'cargo', args: ['--version'], debianPackage: 'cargo', why: 'tests build a Rust project' },
  {
    program: 'python3',
    args: ['-m', 'pytest', '--version'],
    debianPackage: 'python3-pytest',
    why: 'tests test a Python project',
  },
  { program: 'chromium', debianPackage: 'chromium', why: 'tests use the page in a real browser' },
  { program: 'secret-tool', debianPackage: 'libsecret-tools', why: 'a test keeps a key in a real keyring' },
  { program: 'gnome-keyring-daemon', debianPackage: 'gnome-keyring', why: 'it is that keyring' },
  { program: 'dbus-run-session', debianPackage: 'dbus', why: 'the keyring answers on a session bus' },
];

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
if (!isInstalled()) install();
if (!isBuilt()) run(node24(), ['scripts/build.ts']);
if (process.env.npm_lifecycle_event?.startsWith('pretest')) {
  ensureTestPrograms();
  ensureTestServers();
}

/** Compares contents, not times: git gives every file of a fresh checkout the time of the checkout. */
function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages;
  const found = readJson('node_modules/.package-lock.json')?.packages;
  const { dependencies, devDependencies } = readJson('package.json');
  if (!wanted || !found) return false;
  return (
    isSame(wanted[''].dependencies, dependencies) &&
    isSame(wanted[''].devDependencies, devDependencies) &&
    Object.entries(wanted).every(([place, entry]) => {
      if (place === '') return true;
      const there = found[place];
      // Packages of other platforms are in the lock file and never on the disk.
      if (!there) return entry.optional || entry.devOptional;
      return there.version === entry.version && (!entry.integrity || there.integrity === entry.integrity);
    })
  );
}

function isSame(a = {}, b = {}) {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

function install() {
  console.error('Installing dependencies ...');
  // NODE_ENV=production would leave out the devDependencies, and Node itself is one of them.
  if (npm(['ci', '--include=dev'], 'ignore') === 0) return;
  console.error('`npm ci` did not work; trying `npm install` ...');
  if (npm(['install', '--include=dev', '--no-save'], 'inherit') !== 0) {
    fail('Dependencies could not be installed; npm says above why.');
  }
}

/** npm itself must not run on the Node in node_modules that it is about to replace. */
function npm(args, stdio) {
  const PATH = process.env.PATH.split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
    .join(delimiter);
  return spawnSync('npm', args, { stdio: ['ignore', stdio, stdio], env: { ...process.env, PATH } }).status;
}

function isBuilt() {
  const builtAtMs = statSync(STAMP, { throwIfNoEntry: false })?.mtimeMs;
  return builtAtMs !== undefined && !BUILT_FROM.some((path) => isNewer(path, builtAtMs));
}

/** A folder's own time counts too: it is the only trace of a deleted file. */
function isNewer(path, timeMs) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return false;
  if (!stat.isDirectory()) return stat.mtimeMs > timeMs && !path.endsWith('.test.ts');
  return stat.mtimeMs > timeMs || readdirSync(path).some((name) => isNewer(join(path, name), timeMs));
}

function node24() {
  const local = join('node_modules', '.bin', 'node');
  if (existsSync(local)) return local;
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath;
  return fail(
    `Toolgate needs Node ${NODE_MAJOR}; this is ${process.version}, and there is no ready-made Node ${NODE_MAJOR} ` +
      `for ${process.platform}-${process.arch} among the dependencies. Install Node ${NODE_MAJOR} and try again.`,
  );
}

function ensureTestPrograms() {
  if (missingPrograms().length > 0) installDebianPackages(missingPrograms());
  const missing = missingPrograms();
  if (missing.length === 0) return;
  for (const { program, debianPackage, why } of missing) {
    console.error(`Missing for the tests: ${program} (Debian package ${debianPackage}): ${why}.`);
  }
  if (process.env.CI === 'true') fail('Under CI=true every component must be there.');
}

/** Database servers that tests talk to. They are large, so only those who test install them. */
function ensureTestServers() {
  const { dependencies } = readJson(join(TEST_SERVERS, 'package.json'));
  const isThere = Object.entries(dependencies).every(
    ([name, version]) =>
      readJson(join(TEST_SERVERS, 'node_modules', name, 'package.json'))?.version === version,
  );
  if (isThere) return;
  console.error('Installing database servers for the tests ...');
  // A registry that holds only this platform's binaries leaves the others out of the lock file.
  if (npm(['ci', '--prefix', TEST_SERVERS], 'ignore') === 0) return;
  if (npm(['install', '--no-save', '--prefix', TEST_SERVERS], 'inherit') === 0) return;
  console.error(`The servers in ${TEST_SERVERS} could not be installed; tests that need them fail.`);
  if (process.env.CI === 'true') fail('Under CI=true every component must be there.');
}

function missingPrograms() {
  // Servers such as sshd live in sbin, which an ordinary user's PATH leaves out.
  const folders = [...process.env.PATH.split(delimiter), '/usr/sbin', '/sbin'];
  return TEST_PROGRAMS.filter(
    ({ program, args }) =>
      !folders.some((folder) => isExecutable(join(folder, program))) || (args && !works(program, args)),
  );
}

/** Installed is not enough for some: rustup leaves a cargo behind that runs nothing without its own directory. */
function works(program, args) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installDebianPackages(programs) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const packages = programs.map(({ debianPackage }) => debianPackage);
  console.error(`Installing ${packages.join(', ')} ...`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['-qq', 'update'], options);
  spawnSync('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', ...packages], options);
}

function run(program, args) {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
