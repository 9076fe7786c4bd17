// A registry mirror that holds only this platform's binaries makes npm drop the others from the lock file,
// and `npm ci` then refuses its own lock. This writes the dropped entries back, with the platform read from
// the package name. `--check` changes nothing and fails where there is something to write back.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const SYSTEMS = [
  'android',
  'darwin',
  'win32',
  'freebsd',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
  'linux',
];
// Longer words first: "arm" is a part of "arm64" and "armv7".
const PROCESSORS = {
  arm64: 'arm64',
  armv7: 'arm',
  arm: 'arm',
  x64: 'x64',
  ia32: 'ia32',
  mips64el: 'mips64el',
  ppc64: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  loong64: 'loong64',
  wasm32: 'wasm32',
};

const before = readFileSync(FILE, 'utf8');
const after = complete(before);

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, after);
} else if (after !== before) {
  fail(`${FILE} lacks the packages of other platforms, so \`npm ci\` may refuse it.`);
} else if (before.includes('"resolved": "http')) {
  fail(`${FILE} names a download address, so it works only where that address does.`);
}

function complete(text) {
  const lock = JSON.parse(text);
  for (const [owner, entry] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = placesFor(owner, name);
      // Another version in the way is none for this owner: what is nearest to it counts.
      const found = places.find((place) => place in lock.packages);
      if (found !== undefined && (!/^\d/.test(range) || lock.packages[found].version === range)) continue;
      const free = found === undefined ? `node_modules/${name}` : `${owner}/node_modules/${name}`;
      lock.packages[free] = platformEntry(name, range, entry);
    }
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}

/** Where Node looks for a package of this owner, nearest first. */
function placesFor(owner, name) {
  const parents = owner.split('/node_modules/');
  return [
    ...parents.map(
      (_, i) => `${parents.slice(0, parents.length - i).join('/node_modules/')}/node_modules/${name}`,
    ),
    `node_modules/${name}`,
  ];
}

function platformEntry(name, range, owner) {
  const os = SYSTEMS.find((word) => name.includes(word));
  const cpu = Object.keys(PROCESSORS).find((word) => name.includes(word));
  if (!cpu) fail(`Cannot tell from its name for which platform ${name} is.`);
  return {
    version: range.replace(/^[~^]/, ''),
    cpu: [PROCESSORS[cpu]],
    ...(owner.dev && { dev: true }),
    ...(os === 'linux' && { libc: [name.includes('musl') ? 'musl' : 'glibc'] }),
    optional: true,
    ...(os && { os: [os] }),
    ...(owner.peer && { peer: true }),
  };
}

function fail(message) {
  console.error(`${message} Run \`npm run lock\`.`);
  process.exit(1);
}
