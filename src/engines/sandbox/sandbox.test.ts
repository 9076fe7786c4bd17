import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { isAlive } from '../../../test/support/program.ts';
import { inSandbox, makePlace, succeeded } from '../../../test/support/sandbox-place.ts';
import { runProcess } from '../process/child/run-process.ts';

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
