import { spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import type { Answer } from '../../src/core/call/call.ts';
import { createTestHost, dataOf, type TestHost } from '../support/host.ts';
import { until } from '../support/program.ts';
import { callAsAllowed } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';
import { type Attack, discard, prepare, SECRET, watchEffect } from './attack.ts';

/** A server that a person allowed, and what a command that nobody is asked about wants from it. */
interface PortAttack extends Pick<Attack, 'makes' | 'prints'> {
  readonly name: string;
  readonly server: string;
  /** Sent to the port, as a command; `PORT` stands for its number. */
  readonly command: string;
  readonly access?: readonly string[];
}

/** Runs each line it is sent, as debuggers and remote shells do, each in a protocol of its own. */
const shell = (greeting: string) => `import { createServer } from 'node:net';
import { execSync } from 'node:child_process';
createServer((socket) => {
  socket.on('error', () => {});
  socket.write(${JSON.stringify(greeting)});
  socket.on('data', (line) => { const run = /^run (.*)/m.exec(String(line)); if (run) execSync(run[1]); socket.end('ok\\n'); });
}).listen(0, '127.0.0.1', function () { console.log('Listening ' + this.address().port); });`;

const web = (body: string) => `import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
createServer((request, answer) => { ${body} }).listen(0, '127.0.0.1', function () { console.log('Listening ' + this.address().port); });`;

const SAYS = 'exec 3<>/dev/tcp/127.0.0.1/PORT; echo "run touch marker" >&3; cat <&3';

const TALK = `const socket = require('net').connect(Number(process.argv[2]), '127.0.0.1', () => socket.write('run touch marker\\n'));
socket.on('error', () => {});\n`;

const ATTACKS: readonly PortAttack[] = [
  { name: 'a remote shell that waits for a line', server: shell(''), command: SAYS, makes: 'marker' },
  {
    name: 'a debugger that greets in the debug adapter protocol',
    server: shell('Content-Length: 2\r\n\r\n{}'),
    command: SAYS,
    makes: 'marker',
  },
  {
    name: 'a debugger, for a command that was allowed to write elsewhere',
    server: shell('(rdb) '),
    command: 'node talk.cjs PORT',
    makes: 'marker',
    access: ['write'],
  },
  {
    name: 'a driver of browsers, which starts programs',
    server: web(`if (request.method === 'POST') writeFileSync('marker', '');
      answer.end('{"value":{"message":"","ready":true}}');`),
    command: 'curl -s -X POST http://127.0.0.1:PORT/session',
    makes: 'marker',
  },
  {
    name: 'a notebook server, which runs cells',
    server: web(`if (request.method === 'POST') writeFileSync('marker', '');
      answer.end('{"default":"python3","kernelspecs":{}}');`),
    command: 'curl -s -X POST http://127.0.0.1:PORT/api/kernels',
    makes: 'marker',
  },
  {
    name: 'a server of the whole directory hands out .env',
    server: web(`answer.end(readFileSync('.' + request.url));`),
    command: 'curl -s http://127.0.0.1:PORT/.env | rev',
    prints: 'secret',
  },
  {
    name: 'a server hands out .env in pieces',
    server: web(`answer.end(readFileSync('.env', 'utf8').slice(Number(request.url.slice(1)))[0]);`),
    command: 'for i in $(seq 8 30); do curl -s http://127.0.0.1:PORT/$i; done',
    prints: 'secret',
  },
];

const roots: string[] = [];
afterEach(() => roots.splice(0).forEach(discard));

const asAttack = ({ name, makes, prints, command }: PortAttack): Attack => ({
  name,
  goal: 'execute',
  command,
  ...(makes !== undefined && { makes }),
  ...(prints && { prints }),
});

/** The same without anything between them. */
async function runBare(attack: PortAttack): Promise<boolean> {
  const root = prepare({ ...asAttack(attack), files: { 'server.mjs': attack.server, 'talk.cjs': TALK } });
  roots.push(root);
  const hasHappened = watchEffect(asAttack(attack), root);
  const server = spawn('node', ['server.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    let printed = '';
    server.stdout.on('data', (chunk) => (printed += chunk));
    const port = await until('the port', () => /Listening (\d+)/.exec(printed)?.[1], 20_000);
    const command = attack.command.replaceAll('PORT', port);
    const { stdout } = spawnSync('bash', ['-c', command], { cwd: root, encoding: 'utf8', timeout: 20_000 });
    return hasHappened(stdout);
  } finally {
    server.kill();
  }
}

const printedBy = (answer: Answer): string => {
  if (answer.kind !== 'result') return '';
  const data = answer.ok ? answer.data : (answer.error.data ?? {});
  return String(data.stdout ?? '');
};

function withoutSecrets(root: string): void {
  // What was committed counts as well.
  for (const file of ['.env', 'config/server.pem', '.git']) rmSync(join(root, file), { recursive: true });
}

const startServer = (root: string) => startIn(createTestHost({}, { root }));

async function startIn(host: TestHost) {
  const call = callAsAllowed(host);
  const args = {
    command: 'node server.mjs',
    successPattern: 'Listening',
    access: ['write', 'network'],
    reason: 'it serves',
  };
  const started = dataOf(await call('shell_start', args));
  expect(started).toMatchObject({ status: 'running', ports: [expect.any(Number)] });
  return { host, port: String((started.ports as number[])[0]) };
}

inSandbox.each(ATTACKS.map((attack) => [attack.name, attack] as const))(
  '%s, and is not reached',
  async (_name, attack) => {
    expect(await runBare(attack), 'it works when nothing stops it').toBe(true);
    const root = prepare({ ...asAttack(attack), files: { 'server.mjs': attack.server, 'talk.cjs': TALK } });
    roots.push(root);
    // Where nothing is secret, what the port speaks is all that counts.
    if (attack.makes !== undefined) withoutSecrets(root);
    const { host, port } = await startServer(root);
    const hasHappened = watchEffect(asAttack(attack), root);
    const { access } = attack;
    const call = access ? callAsAllowed(host) : host.call;
    const command = attack.command.replaceAll('PORT', port);
    const answer = await call('shell_execute', { command, ...(access && { access, reason: 'it writes' }) });
    expect(hasHappened(printedBy(answer)), 'it works in the sandbox').toBe(false);
  },
);

inSandbox('a page of a server that can show no secret is reached unasked', async () => {
  const root = prepare({
    name: '',
    goal: 'execute',
    command: '',
    files: { 'server.mjs': web(`answer.end('mine');`) },
  });
  roots.push(root);
  withoutSecrets(root);
  // Hidden for its name, with nothing in it.
  writeFileSync(join(root, '.npmrc'), 'save-exact=true\n');
  const { host, port } = await startServer(root);
  const command = `curl -s http://127.0.0.1:${port}/`;
  expect(printedBy(await host.call('shell_execute', { command }))).toBe('mine');
  // From now on it could.
  writeFileSync(join(root, '.env'), 'API_KEY=kq7planted9\n');
  expect(existsSync(join(root, '.env'))).toBe(true);
  const asked = await host.call('shell_execute', { command });
  expect(asked).toMatchObject({ ok: false, error: { code: 'APPROVAL_PENDING' } });
  expect(printedBy(await callAsAllowed(host)('shell_execute', { command }))).toBe('mine');
});

// It goes on when it is asked for a file that is not there.
const HANDS_OUT = web(`let body = 'mine';
  try { body = readFileSync('.' + request.url); } catch {}
  answer.end(body);`);

inSandbox.each([
  ['.pgpass', 'localhost:5432:db:me:corr3ct!zebra\n'],
  ['.netrc', 'machine a.example login me password corr3ct!fox\n'],
  ['passwords.txt', 'bank = corr3ct planted owl\n'],
  ['.env', 'stripe=corr3ct\n'],
])('a server hands out %s, and is not reached', async (file, text) => {
  const root = prepare({ name: '', goal: 'execute', command: '', files: { 'server.mjs': HANDS_OUT } });
  roots.push(root);
  withoutSecrets(root);
  writeFileSync(join(root, file), text);
  const { host, port } = await startServer(root);
  const answer = await host.call('shell_execute', {
    command: `curl -s http://127.0.0.1:${port}/${file} | rev`,
  });
  expect(printedBy(answer)).not.toContain('tc3rroc');
  expect(answer).toMatchObject({ ok: false, error: { code: 'APPROVAL_PENDING' } });
});

inSandbox('the server of a project with harmless settings is reached unasked', async () => {
  const root = prepare({ name: '', goal: 'execute', command: '', files: { 'server.mjs': HANDS_OUT } });
  roots.push(root);
  withoutSecrets(root);
  writeFileSync(join(root, '.npmrc'), 'save-exact=true\nregistry=https://registry.npmjs.org/\n');
  writeFileSync(
    join(root, '.env'),
    '# For the dev server\nNODE_ENV=development\nPORT=3000\nAPI_URL=http://localhost:8080/api\n',
  );
  const { host, port } = await startServer(root);
  const command = `curl -s http://127.0.0.1:${port}/`;
  expect(printedBy(await host.call('shell_execute', { command }))).toBe('mine');
});

inSandbox('a yes to a server that sees secrets covers its other pages, and nothing else', async () => {
  const pages = web(`answer.end(request.url === '/secret' ? readFileSync('.env') : 'page ' + request.url);`);
  const files = { 'server.mjs': pages };
  const root = prepare({ name: '', goal: 'read secrets', command: '', files });
  roots.push(root);
  const { host, port } = await startServer(root);
  const call = (command: string) => host.call('shell_execute', { command });
  const url = `http://127.0.0.1:${port}`;
  expect(await call(`curl -s ${url}/one`)).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
  const [asked] = host.host.approvals.list('pending');
  expect(asked?.card).toMatchObject({ risk: 'MEDIUM', remember: { servers: [Number(port)] } });
  expect(asked?.card.details?.join()).toContain(`reaches nothing but port ${port}`);
  const yes = { verdict: 'approve', scope: 'session', by: 'test', via: 'terminal' } as const;
  host.host.approvals.decide(asked?.id ?? '', yes);
  expect(printedBy(await call(`curl -s ${url}/one`))).toBe('page /one');
  expect(printedBy(await call(`curl -s ${url}/two | tr a-z A-Z`))).toBe('PAGE /TWO');
  // Not for the files themselves, not for writing, and not for another port.
  const beside = await call(`curl -s ${url}/x; python3 -c 'print(open(".env").read())'; touch marker`);
  expect(printedBy(beside)).not.toContain(SECRET);
  expect(existsSync(join(root, 'marker'))).toBe(false);
  expect(await call(`curl -s ${url}/x -o made`)).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
  const { port: second } = await startIn(host);
  expect(await call(`curl -s http://127.0.0.1:${second}/`)).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
  const both = await call(`curl -s ${url}/a; curl -sm 2 http://localhost:$((${second} + 0))/secret`);
  expect(printedBy(both)).not.toContain(SECRET);
});
