import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { isAlive } from '../../../test/support/program.ts';
import { writeFiles } from '../../../test/support/write-files.ts';
import { isServer, SERVER_READY } from './dev-server.ts';

const SERVER = `import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
writeFileSync('pid', String(process.pid));
console.log('starting');
const server = createServer((request, response) => { console.log('asked ' + request.url); response.end('hello'); });
server.listen(0, '127.0.0.1', () => console.log('Local: http://127.0.0.1:' + server.address().port + '/'));
`;

test('a dev server goes to the background by itself: ready, on a known port, followed, and gone when stopped', async () => {
  const host = createTestHost();
  writeFiles(host.root, { 'package.json': { scripts: { dev: 'node server.mjs' } }, 'server.mjs': SERVER });
  const { answer } = await callApproved(host, 'run_script', { projectPath: '.', scriptName: 'dev' });
  const started = dataOf(answer);
  expect(started).toMatchObject({
    status: 'running',
    processId: expect.stringMatching(/^bp_/),
    exitCode: null,
    scriptName: 'dev',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+/),
    ports: [expect.any(Number)],
    stdout: expect.stringContaining('starting'),
  });
  expect(await (await fetch(`${String(started.url)}page`)).text()).toBe('hello');
  const followed = await host.call('get_background_process_output', {
    processId: started.processId,
    waitMs: 2000,
  });
  expect(dataOf(followed)).toMatchObject({ status: 'running' });
  const stopped = await host.call('stop_background_process', { processId: started.processId as string });
  expect(dataOf(stopped)).toMatchObject({ stopped: true });
  await expect(fetch(String(started.url))).rejects.toThrow();
});

test('what a package manager prints of a script is no word of the program', async () => {
  const host = createTestHost({ permissionLevel: 'full_access' });
  const say = (words: string, afterMs: number) => `setTimeout(() => console.log('${words}'), ${afterMs})`;
  const script = `node -e "${say('starting', 0)}; ${say('ready on http://localhost:5999', 400)}; setInterval(() => {}, 1000)"`;
  writeFiles(host.root, { 'package.json': { scripts: { serve: script, other: 'echo' } } });
  const started = await host.call('run_npm_script', {
    projectPath: '.',
    scriptName: 'serve',
    successPattern: 'ready',
  });
  expect(dataOf(started)).toMatchObject({
    status: 'running',
    url: 'http://localhost:5999',
    stdout: expect.stringMatching(/^ready on http:\/\/localhost:5999$/m),
  });
});

test('run_npm_script waits in the background for the line that says ready, and tells what failed at once', async () => {
  const host = createTestHost();
  writeFiles(host.root, {
    'package.json': { scripts: { work: 'node work.mjs', dev: 'echo cannot >&2; exit 4', go: 'echo done' } },
    'work.mjs': 'setTimeout(() => console.log("phase 2"), 300); setInterval(() => {}, 1000);',
  });
  const work = { projectPath: '.', scriptName: 'work', successPattern: 'phase \\d' };
  const waited = await callApproved(host, 'run_npm_script', work);
  expect(dataOf(waited.answer)).toMatchObject({
    status: 'running',
    stdout: expect.stringContaining('phase 2'),
  });
  const failed = await callApproved(host, 'run_npm_script', { projectPath: '.', scriptName: 'dev' });
  expect(failed.answer).toMatchObject({
    error: {
      code: 'EXEC_FAILED',
      text: expect.stringContaining('cannot'),
      data: { status: 'failed', exitCode: 4 },
    },
  });
  const inFront = { projectPath: '.', scriptName: 'go', runInBackground: true };
  expect(dataOf((await callApproved(host, 'run_npm_script', inFront)).answer)).toHaveProperty('processId');
});

test('ci_build continues in the background where that is asked for', async () => {
  const host = createTestHost();
  writeFiles(host.root, {
    'package.json': { scripts: { build: 'node build.mjs' } },
    'build.mjs':
      'import { writeFileSync } from "node:fs"; console.log("begun"); writeFileSync("pid", String(process.pid)); setInterval(() => {}, 1000);',
  });
  const { answer } = await callApproved(host, 'ci_build', { background: true });
  expect(dataOf(answer)).toMatchObject({
    status: 'running',
    processId: expect.stringMatching(/^bp_/),
    ecosystem: 'node',
    exitCode: null,
  });
  const { processes } = dataOf(await host.call('list_background_processes', {}));
  expect(processes).toMatchObject([{ command: 'npm run -- build', cwd: host.root, status: 'running' }]);
  const { pid, processId } = (processes as { pid: number; processId: string }[])[0] ?? {
    pid: 0,
    processId: '',
  };
  await host.call('stop_background_process', { processId });
  expect(isAlive(pid)).toBe(false);
});

test.each([
  ['dev', 'anything', true],
  ['dev:web', 'anything', true],
  ['start', 'node server.js', false],
  ['start', 'next start', true],
  ['x', 'cross-env A=1 vite --port 3000', true],
  ['x', 'tsc && node_modules/.bin/nodemon app.js', true],
  ['build', 'vite build', false],
  ['test', 'vitest run', false],
  ['deploy:devices', 'node deploy.js', false],
  ['restart', 'node restart.js', false],
  ['observe', 'node observe.js', false],
])('script %s, which says "%s", is a server: %s', (name, command, expected) => {
  expect(isServer(name, command)).toBe(expected);
});

test.each(['  Local:   http://localhost:5173/', 'Server LISTENING on 3000', 'ready in 300 ms'])(
  '"%s" says that a server is ready',
  (line) => {
    expect(new RegExp(SERVER_READY).test(line)).toBe(true);
    expect(new RegExp(SERVER_READY).test('already there, unready')).toBe(false);
  },
);
