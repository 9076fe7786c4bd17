import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, temporaryDirectory } from '../../../test/support/program.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import type { Reach } from '../process/process.ts';
import { runProcess } from '../process/run-process.ts';
import { findSandbox } from './find-sandbox.ts';

const hasSandbox = await findSandbox();
// Without one these tests would pass by testing nothing.
if (!hasSandbox && process.env.CI === 'true') throw new Error('bubblewrap does not work here');
const inSandbox = test.skipIf(!hasSandbox);

function makePlace() {
  const root = temporaryDirectory();
  // A closed sandbox has a /tmp of its own, where none of this could be found anyway.
  const user = mkdtempSync('/var/tmp/tg-');
  onTestFinished(() => rmSync(user, { recursive: true, force: true }));
  const [home, dataDir, program] = [join(user, 'home'), join(user, 'data'), join(user, 'program')];
  for (const directory of [home, dataDir, program]) mkdirSync(directory);
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  mkdirSync(join(root, 'packages/api'), { recursive: true });
  mkdirSync(join(home, '.ssh'));
  const files = {
    [join(dataDir, 'toolgate.db')]: 'ours',
    [join(home, '.ssh/id_ed25519')]: 'key',
    [join(home, '.netrc')]: 'password',
    [join(home, 'notes.txt')]: 'notes',
    [join(root, '.env')]: 'SECRET=1',
    [join(root, 'packages/api/.env.local')]: 'SECRET=2',
    [join(root, '.env.example')]: 'SECRET=',
    [join(root, '.git/config')]: '[core]',
    [join(root, '.mcp.json')]: '{}',
    [join(program, 'main.js')]: 'code',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text);
  const run = (sandbox: Sandbox, script: string, more: Pick<Reach, 'gitDir'> = {}) =>
    runProcess({
      argv: ['bash', '--norc', '--noprofile', '-c', script],
      cwd: root,
      env: { HOME: home },
      sandbox,
      reach: { roots: [root], hidden: [dataDir], readOnly: [program], home, ...more },
      timeoutMs: 10_000,
    });
  return { root, dataDir, home, program, run };
}

/** Runs each line by itself and answers which of them succeeded. */
const succeeded = async (
  run: (script: string) => Promise<{ stdout: { text: string } }>,
  lines: readonly string[],
): Promise<string[]> => {
  const script = lines.map((line, i) => `if ( ${line} ) >/dev/null 2>&1; then echo ${i}; fi`).join('\n');
  const { stdout } = await run(script);
  return stdout.text.split('\n').flatMap((number) => (number === '' ? [] : [lines[Number(number)] ?? '']));
};

/** A process that is none of the child's business. */
function startStranger(): number {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

async function listen(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}).end('hello')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

inSandbox('closed: nothing leads out', async () => {
  const { root, dataDir, home, run } = makePlace();
  const [port, stranger] = [await listen(), startStranger()];
  const outside = join(home, 'written');
  expect(
    await succeeded(
      (script) => run('closed', script),
      [
        `grep -q ours ${dataDir}/toolgate.db`,
        `ls ${dataDir} | grep -q .`,
        `grep -q key ${home}/.ssh/id_ed25519`,
        `grep -q password ${home}/.netrc`,
        'grep -q SECRET .env',
        'grep -q SECRET packages/api/.env.local',
        `echo x > ${outside}`,
        'echo x >> .git/config',
        'echo x > .git/hooks/pre-commit',
        'mv .git/hooks .git/other',
        'echo x > .mcp.json',
        'rm -f .mcp.json',
        `exec 3<>/dev/tcp/127.0.0.1/${port}`,
        `kill -0 ${stranger}`,
        `test -e /proc/${stranger}/status && grep -q sleep /proc/${stranger}/comm`,
        `mount -o remount,rw,bind / && echo x > ${outside}`,
        `umount ${dataDir}`,
        `unshare -Urm sh -c 'umount ${dataDir} || mount -o remount,rw,bind /'`,
        'find /run -type s | grep -q .',
        'mknod disk b 8 0',
        'chroot /proc/1/root true',
      ],
    ),
  ).toEqual([]);
  expect(existsSync(outside)).toBe(false);
  expect(readFileSync(join(root, '.git/config'), 'utf8')).toBe('[core]');
  expect(isAlive(stranger)).toBe(true);
});

inSandbox('closed: everyday work in the workspace goes on', async () => {
  const { root, home, run } = makePlace();
  writeFileSync(join(root, 'package.json'), '{"name":"x","version":"1.0.0","scripts":{"hi":"echo hi"}}');
  const lines = [
    'echo text > made && cat made && mkdir -p sub && mv made sub/',
    `grep -q notes ${home}/notes.txt`,
    'grep -q SECRET= .env.example',
    'echo x > /tmp/mine && echo x > /dev/null && test -r /dev/urandom',
    'git init -q repo && cd repo && git -c user.name=n -c user.email=e@x commit -q --allow-empty -m first && git log',
    "node -e \"require('fs').writeFileSync('by-node', process.version)\"",
    "python3 -c \"open('by-python', 'w').write('x')\"",
    'npm run -s hi',
    'npm ls',
  ];
  expect(await succeeded((script) => run('closed', script), lines)).toEqual(lines);
});

inSandbox('open: the machine is there, our own things and other processes are not', async () => {
  const { dataDir, home, program, run } = makePlace();
  const [port, stranger] = [await listen(), startStranger()];
  expect(
    await succeeded(
      (script) => run('open', script),
      [
        `grep -q ours ${dataDir}/toolgate.db`,
        `ls ${dataDir} | grep -q .`,
        `umount ${dataDir}`,
        `unshare -Urm umount ${dataDir}`,
        `unshare -m umount ${dataDir}`,
        `kill -0 ${stranger}`,
        `grep -q sleep /proc/${stranger}/comm`,
        `nsenter -t 1 -m true`,
        `nsenter -t ${process.pid} -m true`,
        `grep -rqs ours /proc/[0-9]*/root${dataDir}`,
        `echo x >> ${program}/main.js`,
        'mknod /tmp/toolgate-disk b 8 0',
      ],
    ),
  ).toEqual([]);
  const works = [
    `grep -q key ${home}/.ssh/id_ed25519`,
    `echo x > ${home}/made`,
    `exec 3<>/dev/tcp/127.0.0.1/${port}`,
    'echo x > .mcp.json',
    'sleep 5 & kill %1',
  ];
  expect(await succeeded((script) => run('open', script), works)).toEqual(works);
  expect(isAlive(stranger)).toBe(true);
});

inSandbox('closed: a protected file that was not there before is set aside', async () => {
  const { root, run } = makePlace();
  rmSync(join(root, '.mcp.json'));
  const finished = await run('closed', 'mkdir -p .claude && echo evil | tee .mcp.json .claude/settings.json');
  expect(finished.setAside).toEqual([join(root, '.mcp.json.set-aside'), join(root, '.claude.set-aside')]);
  expect(['.mcp.json', '.claude'].filter((name) => existsSync(join(root, name)))).toEqual([]);
});

inSandbox('trees in a sandbox are asked, then ended, all of them', async () => {
  const { root } = makePlace();
  const started = Date.now();
  const finished = await runProcess({
    argv: ['bash', '-c', `trap 'echo bye; exit 7' TERM; setsid sleep 61 & sleep 62 & wait`],
    cwd: root,
    sandbox: 'closed',
    reach: { roots: [root], hidden: [], readOnly: [], home: root },
    timeoutMs: 500,
  });
  expect(finished).toMatchObject({
    timedOut: true,
    exitCode: null,
    stdout: { text: 'bye\n' },
    sandbox: 'closed',
  });
  expect(Date.now() - started).toBeLessThan(2000);
});

inSandbox('a missing program is told as such', async () => {
  const { root } = makePlace();
  const reach = { roots: [root], hidden: [], readOnly: [], home: root };
  await expect(
    runProcess({ argv: ['no-such-thing'], cwd: root, sandbox: 'closed', reach }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

inSandbox('closed: git writes what it keeps of its own submodule, but for what starts programs', async () => {
  const { root, run } = makePlace();
  const [own, other] = ['own', 'other'].map((name) => join(root, '.git/modules', name)) as [string, string];
  for (const gitDir of [own, other]) mkdirSync(join(gitDir, 'info'), { recursive: true });
  writeFileSync(join(own, 'config'), '[core]');
  const lines = ['index', 'config', 'info/exclude'].flatMap((name) =>
    [own, other].map((gitDir) => `echo x > ${gitDir}/${name}`),
  );
  expect(await succeeded((script) => run('closed', script), lines)).toEqual([]);
  expect(await succeeded((script) => run('closed', script, { gitDir: own }), lines)).toEqual([
    `echo x > ${own}/index`,
    `echo x > ${own}/info/exclude`,
  ]);
  const { setAside } = await run('closed', `mkdir ${own}/hooks; echo x > ${own}/info/attributes`, {
    gitDir: own,
  });
  expect(setAside).toEqual([join(own, 'hooks.set-aside'), join(own, 'info/attributes.set-aside')]);
});
