// `node bench/remote.ts [--ssh2 FOLDER]`: remote tools, through the whole gate, beside OpenSSH itself on the same
// sshd, in turns. FOLDER holds an installed npm ssh2, which is no dependency of ours. Writes bench/remote.md.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { median } from './harness/statistics.ts';
import { setUp } from './remote/machine.ts';

const { values } = parseArgs({ options: { ssh2: { type: 'string' } } });
const DELAY_MS = 25;
const machine = await setUp(DELAY_MS);
const { call, place, configFile, root, user } = machine;
const run = promisify(execFile);
const rows: string[] = [];

/** The median of each, measured in turns. */
async function inTurns(
  rounds: number,
  ways: Record<string, () => Promise<unknown>>,
): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round <= rounds; round++)
    for (const [name, way] of Object.entries(ways)) {
      const from = performance.now();
      await way();
      // The first round opens connections.
      const taken = performance.now() - from;
      if (round > 0) times[name] = [...(times[name] ?? []), taken];
    }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

function note(what: string, ours: number, theirs: number, target: string, unit = 'ms'): void {
  const row = `| ${what} | ${ours.toFixed(1)} ${unit} | ${theirs.toFixed(1)} ${unit} | ${(ours / theirs).toFixed(2)} | ${target} |`;
  console.log(row);
  rows.push(row);
}

const execute = (host: string) => call('acp_remote_execute_command', { host, command: 'echo hi' });
const overMaster = (name: string) =>
  run('ssh', ['-F', configFile, '-S', machine.masterOf(name), name, 'echo hi']);

for (const [name, target] of [
  ['near', '0.5'],
  ['far', '0.6'],
] as const) {
  const { ours = 0, theirs = 0 } = await inTurns(40, {
    ours: () => execute(name),
    theirs: () => overMaster(name),
  });
  note(`command, ${name === 'near' ? 'no delay' : '50 ms round trip'}`, ours, theirs, `at most ${target}`);
}

async function rate(count: number, atOnce: number, act: () => Promise<unknown>): Promise<number> {
  let left = count;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await act();
    }),
  );
  return (count / (performance.now() - from)) * 1000;
}

await rate(64, 16, () => execute('near'));
const rates = { ours: [] as number[], theirs: [] as number[] };
for (let round = 0; round < 3; round++) {
  rates.ours.push(await rate(320, 16, () => execute('near')));
  rates.theirs.push(await rate(96, 16, () => overMaster('near')));
}
note('commands a second, 16 at once', median(rates.ours), median(rates.theirs), 'at least 4', '/s');
let failures = 0;
await rate(640, 64, () => execute('near').catch(() => failures++));
rows.push(`| failures of 640 commands, 64 at once | ${failures} | | | 0 |`);
console.log(rows.at(-1));

const many = join(user.home, 'bench-many');
const tree = join(user.home, 'bench-tree');
for (const path of [many, tree]) rmSync(path, { recursive: true, force: true });
mkdirSync(many, { recursive: true });
spawnSync('sh', [
  '-c',
  `cd ${many} && seq 1 10000 | xargs touch; mkdir -p ${tree} && cd ${tree} && for i in $(seq 1 100); do mkdir d$i && (cd d$i && seq 1 200 | xargs touch); done; chown -R ${user.name}: ${many} ${tree}`,
]);
const list = (host: string, path: string, recursive = false) =>
  call('acp_remote_list_files', { host, path, recursive, limit: 50_000 });

if (values.ssh2 !== undefined) {
  const { Client } = createRequire(join(values.ssh2, 'x.js'))('ssh2') as { Client: new () => Ssh2 };
  const sftp = await connectSsh2(new Client());
  const { ours = 0, theirs = 0 } = await inTurns(3, {
    ours: () => list('far', many),
    theirs: () =>
      new Promise((resolve, reject) =>
        sftp.readdir(many, (error, all) => (error ? reject(error) : resolve(all))),
      ),
  });
  note('10,000 entries, 50 ms round trip, beside ssh2', ours, theirs, 'at most 0.3');
}
for (const name of ['near', 'far'] as const) {
  const walked = await inTurns(name === 'near' ? 3 : 1, {
    ours: () => list(name, tree, true),
    theirs: async () => {
      const batch = ['-ls -l .', ...Array.from({ length: 100 }, (_, i) => `ls -l ${tree}/d${i + 1}`)];
      const child = spawnSync('sftp', ['-F', configFile, '-b', '-', name], {
        input: `${batch.join('\n')}\n`,
        maxBuffer: 1e9,
      });
      if (child.status !== 0) throw new Error(child.stderr.toString());
    },
  });
  const way = name === 'near' ? 'no delay' : '50 ms round trip';
  note(
    `tree of 20,000 files, ${way}, beside a walk with sftp`,
    walked.ours ?? 0,
    walked.theirs ?? 0,
    'at most 0.2',
  );
}

const [small, big] = [join(user.home, 'bench-1m'), join(user.home, 'bench-200m')];
spawnSync('sh', [
  '-c',
  `head -c 1048576 /dev/zero | tr '\\0' a > ${small}; head -c 200000000 /dev/urandom > ${big}; chmod 644 ${small} ${big}`,
]);
const scp = (path: string, to: string) => run('scp', ['-q', '-F', configFile, `near:${path}`, to]);
const read = await inTurns(10, {
  ours: () => call('acp_remote_read_file', { host: 'near', path: small }),
  theirs: () => scp(small, join(place, 'x')),
});
note('read of 1 MB, beside a spawned scp', read.ours ?? 0, read.theirs ?? 0, 'at most 0.2');
const localPath = join(root, 'big');
const moved = await inTurns(3, {
  down: () =>
    call('acp_remote_download', { host: 'near', remotePath: big, localPath, overwrite: true, verify: false }),
  verified: () => call('acp_remote_download', { host: 'near', remotePath: big, localPath, overwrite: true }),
  scpDown: () => scp(big, join(place, 'big')),
  up: () =>
    call('acp_remote_upload', {
      host: 'near',
      localPath,
      remotePath: `${big}-up`,
      overwrite: true,
      verify: false,
    }),
  scpUp: () => run('scp', ['-q', '-F', configFile, localPath, `near:${big}-scp`]),
});
const speed = (ms = 1): number => 200_000 / ms;
note('200 MB from there', speed(moved.down), speed(moved.scpDown), 'at least 0.85', 'MB/s');
note('the same, hashes compared', speed(moved.verified), speed(moved.scpDown), '', 'MB/s');
note('200 MB to there', speed(moved.up), speed(moved.scpUp), 'at least 0.85', 'MB/s');

const NOTES = `Measured while other work kept both cores busy (load above 20): the ratios say more than the times, and those of
transfers are the noisiest. Half of a command without delay is the gate: its intent is made durable before it runs. Of
16 commands at once, a shell and its watcher on the other machine take as much processor time as the host does. Of the
tree without delay, most is sorting, checking and redacting 20,000 entries; the way itself matters once there is a
delay. Transfers are hashed and made durable, which scp leaves out; since their buffers are used again, the host takes
0.7 s of processor time for 200 MB instead of 1.5 s.`;

writeFileSync(
  join(import.meta.dirname, 'remote.md'),
  [
    '# Remote machines\n',
    '`node bench/remote.ts`: our tools through the whole gate, record included, beside OpenSSH (a ControlMaster, sftp,',
    'scp) on the same sshd, in turns; medians.\n',
    '| what | ours | theirs | ours / theirs | target |\n| --- | --- | --- | --- | --- |',
    ...rows,
    `\n${NOTES}\n`,
  ].join('\n'),
);
for (const path of [many, tree, small, big, `${big}-up`, `${big}-scp`])
  rmSync(path, { recursive: true, force: true });
await machine.close();
process.exit(0);

interface Ssh2 {
  on(event: string, act: (error: Error) => void): Ssh2;
  connect(options: object): Ssh2;
  setNoDelay(isSet: boolean): void;
  sftp(done: (error: Error | undefined, sftp: Ssh2Files) => void): void;
}
interface Ssh2Files {
  readdir(path: string, done: (error: Error | undefined, all: unknown) => void): void;
}

function connectSsh2(client: Ssh2): Promise<Ssh2Files> {
  return new Promise((resolve, reject) => {
    client
      .on('ready', () => {
        client.setNoDelay(true);
        client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp)));
      })
      .on('error', reject)
      .connect({ host: '127.0.0.1', port: machine.far, username: user.name, privateKey: readKey() });
  });
}

function readKey(): string {
  return spawnSync('cat', [machine.sshd.identity], { encoding: 'utf8' }).stdout;
}
