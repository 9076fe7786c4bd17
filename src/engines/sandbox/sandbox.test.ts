import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, temporaryDirectory } from '../../../test/support/program.ts';
import type { Access } from '../../core/sandbox.ts';
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
  const run = (access: readonly Access[], script: string, more: Partial<Reach> = {}) =>
    runProcess({
      argv: ['bash', '--norc', '--noprofile', '-c', script],
      cwd: root,
      env: { HOME: home },
      sandbox: access.length === 0 ? 'closed' : 'open',
      reach: {
        roots: [root],
        access,
        hidden: [dataDir],
        readOnly: [program],
        home,
        scratch: join(dataDir, 'sandbox'),
        ...more,
      },
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
      (script) => run([], script),
      [
        `grep -q ours ${dataDir}/toolgate.db`,
        `ls ${dataDir} | grep -q .`,
        `grep -q key ${home}/.ssh/id_ed25519`,
        `grep -q password ${home}/.netrc`,
        'grep -q SECRET .env',
        'grep -q SECRET packages/api/.env.local',
        `echo x > ${outside}; exit 1`,
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
        'test -w /proc/sys/kernel/core_pattern',
        'cat /etc/shadow | grep -q :',
        'chroot /proc/1/root true',
      ],
    ),
  ).toEqual([]);
  expect(existsSync(outside)).toBe(false);
  expect(readFileSync(join(root, '.git/config'), 'utf8')).toBe('[core]');
  expect(isAlive(stranger)).toBe(true);
});

inSandbox('closed: what reads goes on, what writes does not', async () => {
  const { root, home, run } = makePlace();
  writeFileSync(join(root, 'package.json'), '{"name":"x","version":"1.0.0","scripts":{"hi":"echo hi"}}');
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada\n[credential]\n\thelper = store\n');
  const reads = [
    'grep -q SECRET= .env.example',
    'echo x > /tmp/mine && cat /tmp/mine && echo x > /dev/null && test -r /dev/urandom',
    'test "$(git config user.name)" = Ada',
    "node -p '1 + 1'",
    "python3 -c 'print(1)'",
    'npm run -s hi',
    'npm ls',
    'ls -la /usr/bin /etc/hosts',
    'cd ~ && touch scratch && ls -a',
  ];
  expect(await succeeded((script) => run([], script), reads)).toEqual(reads);
  const writes = [
    'echo text > made',
    'mkdir sub',
    'rm -rf packages',
    'mv .git away',
    'git init -q repo',
    `grep -q notes ${home}/notes.txt`,
    'git config credential.helper',
    'ls /work /home/* /var/log/* /opt/* /mnt/*',
    'echo x > ~/.bashrc && exit 1; grep -q x ~/.bashrc && test -e ~/notes.txt',
  ];
  expect(await succeeded((script) => run([], script), writes)).toEqual([]);
  expect(existsSync(join(root, 'packages/api'))).toBe(true);
});

inSandbox(
  'write: everyday work in the workspace goes on, and nothing that decides what runs is changed',
  async () => {
    const { root, home, run } = makePlace();
    mkdirSync(join(root, '.vscode'));
    writeFileSync(join(root, '.vscode/tasks.json'), '{}');
    mkdirSync(join(root, 'nested/.git/hooks'), { recursive: true });
    writeFileSync(join(root, 'nested/.git/config'), '[core]');
    const lines = [
      'echo text > made && cat made && mkdir -p sub && mv made sub/',
      'grep -q SECRET .env',
      'git init -q repo && cd repo && git -c user.name=n -c user.email=e@x commit -q --allow-empty -m first && git log',
      "node -e \"require('fs').writeFileSync('by-node', process.version)\"",
      'touch .git/index && mkdir -p .git/objects/ab',
      'touch .vscode/extensions.json',
    ];
    expect(await succeeded((script) => run(['write'], script), lines)).toEqual(lines);
    const attacks = [
      'mv .git .git-away',
      'rm -rf .git/hooks',
      'mv .git/hooks .git/other',
      'echo x > .git/hooks/pre-commit',
      'echo x >> .git/config',
      'rm -f .mcp.json',
      'mv .vscode .other',
      'echo x > .vscode/tasks.json',
      'mv nested/.git nested/away',
      'echo x > nested/.git/hooks/post-checkout',
      `echo x > ${home}/.profile; grep -q key ${home}/.ssh/id_ed25519`,
      'exec 3<>/dev/tcp/127.0.0.1/1',
    ];
    expect(await succeeded((script) => run(['write'], script), attacks)).toEqual([]);
    expect(existsSync(join(home, '.profile'))).toBe(false);
  },
);

inSandbox('open: the machine is there, our own things and other processes are not', async () => {
  const { dataDir, home, program, run } = makePlace();
  const [port, stranger] = [await listen(), startStranger()];
  expect(
    await succeeded(
      (script) => run(['host'], script),
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
        'echo x > .mcp.json',
        'mv .git away',
        'test -w /proc/sys/kernel/core_pattern',
        'mknod /tmp/toolgate-disk b 8 0',
      ],
    ),
  ).toEqual([]);
  const works = [
    `grep -q key ${home}/.ssh/id_ed25519`,
    `echo x > ${home}/made`,
    `exec 3<>/dev/tcp/127.0.0.1/${port}`,
    'sleep 5 & kill %1',
  ];
  expect(await succeeded((script) => run(['host'], script), works)).toEqual(works);
  expect(isAlive(stranger)).toBe(true);
});

inSandbox('a protected file that was not there before is set aside, wherever it lies', async () => {
  const { root, run } = makePlace();
  rmSync(join(root, '.mcp.json'));
  const made = [
    'mkdir -p .claude deep/er && echo evil | tee .mcp.json .claude/settings.json deep/er/.mcp.json',
    'git init -q good && git init -q bad && git -C bad config core.fsmonitor ./evil',
    'mkdir -p packages/api/.git/hooks && echo evil > packages/api/.git/hooks/post-checkout',
  ];
  const { setAside } = await run(['write'], made.join('; '));
  expect([...setAside].sort()).toEqual(
    [
      '.claude.set-aside',
      '.mcp.json.set-aside',
      'bad/.git/config.set-aside',
      'deep/er/.mcp.json.set-aside',
      'packages/api/.git/hooks.set-aside',
    ].map((name) => join(root, name)),
  );
  expect(['.mcp.json', '.claude'].filter((name) => existsSync(join(root, name)))).toEqual([]);
  expect(existsSync(join(root, 'good/.git/config'))).toBe(true);
});

inSandbox(
  'git sets remotes and branches in its configuration, and nothing that starts programs',
  async () => {
    const { root, run } = makePlace();
    writeFileSync(join(root, '.git/config'), '[core]\n\tbare = false\n');
    const git = { mayConfigureGit: true };
    await run(['write'], 'git config -f .git/config remote.origin.url https://example.com/x.git', git);
    expect(readFileSync(join(root, '.git/config'), 'utf8')).toContain('example.com');
    const { setAside } = await run(['write'], 'git config -f .git/config core.fsmonitor ./evil', git);
    expect(setAside).toEqual([join(root, '.git/config.set-aside')]);
    expect(readFileSync(join(root, '.git/config'), 'utf8')).not.toContain('fsmonitor');
  },
);

inSandbox('closed: a token in the address of a remote is not there', async () => {
  const { root, run } = makePlace();
  const config = '[remote "origin"]\n\turl = https://me:s3cr3tt0ken@example.com/x.git\n';
  writeFileSync(join(root, '.git/config'), config);
  const { stdout } = await run([], 'cat .git/config; git config -f .git/config remote.origin.url');
  expect(stdout.text).toContain('https://example.com/x.git');
  expect(stdout.text).not.toContain('s3cr3t');
  const open = await run(['write'], 'cat .git/config');
  expect(open.stdout.text).toBe(config);
});

inSandbox('trees in a sandbox are asked, then ended, all of them', async () => {
  const { root } = makePlace();
  const started = Date.now();
  const finished = await runProcess({
    argv: ['bash', '-c', `trap 'echo bye; exit 7' TERM; setsid sleep 61 & sleep 62 & wait`],
    cwd: root,
    sandbox: 'closed',
    reach: { roots: [root], access: [], hidden: [], readOnly: [], home: root },
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
  const reach = { roots: [root], access: [], hidden: [], readOnly: [], home: root };
  await expect(
    runProcess({ argv: ['no-such-thing'], cwd: root, sandbox: 'closed', reach }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

inSandbox('git writes what it keeps of its own submodule, but for what starts programs', async () => {
  const { root, run } = makePlace();
  const [own, other] = ['own', 'other'].map((name) => join(root, '.git/modules', name)) as [string, string];
  for (const gitDir of [own, other]) mkdirSync(join(gitDir, 'info'), { recursive: true });
  writeFileSync(join(own, 'config'), '[core]');
  const lines = ['index', 'config', 'info/exclude'].flatMap((name) =>
    [own, other].map((gitDir) => `echo x > ${gitDir}/${name}`),
  );
  expect(await succeeded((script) => run(['write'], script), lines)).toEqual([]);
  expect(await succeeded((script) => run(['write'], script, { gitDir: own }), lines)).toEqual([
    `echo x > ${own}/index`,
    `echo x > ${own}/info/exclude`,
  ]);
  const { setAside } = await run(
    ['write'],
    `mkdir ${own}/hooks; echo x | tee ${own}/hooks/update ${own}/info/attributes`,
    {
      gitDir: own,
    },
  );
  expect(setAside).toEqual([join(own, 'hooks.set-aside'), join(own, 'info/attributes.set-aside')]);
});
