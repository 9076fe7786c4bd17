// What a hook costs a native call: `node bench/hooks.ts` measures the built program with a warm host, prints a page of
// Markdown and writes it to bench/hooks.md.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { hookCommand } from '../src/cli/hooks/hook-command.ts';
import { socketPath } from '../src/core/path/socket-path.ts';
import { VERSION } from '../src/core/process/version.ts';

const ROUNDS = 60;
const home = mkdtempSync(join(tmpdir(), 'tg-bench-hooks-'));
const project = join(home, 'project');
const dataDir = join(home, '.toolgate');
mkdirSync(project);
// As large as most projects are; a search is judged by the names in all of it.
const FOLDERS = 1000;
for (let i = 0; i < FOLDERS; i++) mkdirSync(join(project, `p${i % 40}/d${i}`), { recursive: true });
const env = { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_PROJECT_DIR: project };

const call = { client: 'claude-code', session: 's', cwd: project, tool: 'Bash', input: { command: 'ls' } };
const event = JSON.stringify({
  session_id: 's',
  cwd: project,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: call.input,
  tool_use_id: 't',
});

interface Cost {
  readonly wallMs: number;
  /** Of the shell and all it starts; what a busy machine does beside it is not in it. */
  readonly cpuMs?: number;
}

/** What a shell costs that runs this, with the event on its stdin. */
const shell = (command: string): Promise<Cost> =>
  new Promise((resolve) => {
    // Bash measures what it starts; clients start a plain sh.
    const script = `TIMEFORMAT='%3R %3U %3S'; time /bin/sh -c "$0" >/dev/null 2>&1`;
    const child = spawn('/bin/bash', ['-c', script, command], {
      cwd: project,
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let said = '';
    child.stdin.on('error', () => {});
    child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
    child.stdin.end(event);
    child.on('close', () => {
      const [wall = 0, user = 0, system = 0] = said.trim().split(/\s+/).map(Number);
      resolve({ wallMs: wall * 1000, cpuMs: (user + system) * 1000 });
    });
  });

/** The time of one question on the socket, connection included: what a client that speaks to it directly would pay. */
const socket = (tool = call.tool, input: Record<string, unknown> = call.input): Promise<Cost> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const hello = { version: VERSION, kind: 'hook', connectionId: 'bench', cwd: project };
    const request = {
      event: { kind: 'before', ...call, tool, input },
      pid: process.pid,
      projectDir: project,
      answerWithinMs: 10_000,
    };
    const client = connect(socketPath(dataDir));
    let said = '';
    client.on('error', reject);
    client.on('data', (piece) => {
      said += piece.toString();
      if (said.split('\n').length < 3) return;
      client.destroy();
      resolve({ wallMs: performance.now() - startedAt });
    });
    client.write(`${JSON.stringify({ toolgate: hello })}\n${JSON.stringify(request)}\n`);
  });

const middle = (times: readonly number[], share: number): string =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);

const hook = hookCommand('claude-code', dataDir);
spawnSync('/bin/sh', ['-c', hook], { input: event, env, cwd: project });
const forms: Readonly<Record<string, () => Promise<Cost>>> = {
  'a shell that does nothing': () => shell('cat > /dev/null'),
  'a bare Node that does nothing': () => shell(`'${process.execPath}' -e 0`),
  '`toolgate hook claude-code`': () => shell(hook),
  'one question on the socket': () => socket(),
  [`a search of ${FOLDERS} directories, on the socket`]: () => socket('Grep', { pattern: 'x' }),
};
const times = Object.fromEntries(Object.keys(forms).map((name) => [name, [] as Cost[]]));
// Round by round, so that a busy moment of the machine is in all of them.
for (let round = 0; round < ROUNDS; round++)
  for (const [name, measure] of Object.entries(forms)) times[name]?.push(await measure());
const { pid } = JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')) as { pid: number };
process.kill(pid);

const cells = [
  ['', 'fastest tenth', 'median', '95 of 100', 'CPU, median'],
  ...Object.entries(times).map(([name, list]) => {
    const cpu = list.flatMap(({ cpuMs }) => (cpuMs === undefined ? [] : [cpuMs]));
    const wall = list.map(({ wallMs }) => wallMs);
    return [
      name,
      ...[0.1, 0.5, 0.95].map((share) => middle(wall, share)),
      cpu.length === 0 ? '' : middle(cpu, 0.5),
    ];
  }),
];
const widths = [0, 1, 2, 3, 4].map((column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
const [head = '', ...rows] = cells.map(
  (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
);
const line = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
const page = `# What a hook costs a native call

\`node bench/hooks.ts\` on Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}) with a load of ${loadavg()[0]?.toFixed(1)}, ${ROUNDS} rounds, a warm host, a call that passes unasked. Milliseconds.

${[head, line, ...rows].join('\n')}

Targets: a hook by command at most 60 ms, a question on the socket at most 12 ms, both with a warm host. Most of the command is the start of Node itself, so compare it with the bare one. On a machine that does other work a process waits for its turn, and both take longer; CPU is what they need of it, and about what they take on a machine with nothing else to do. The socket is what the host itself needs, with the connection, the judgement and a row in the record.

\`test/hooks/afternoon.test.ts\` replays two hundred native calls of a coding agent and fails if a person is asked more than ten times. \`node bench/hooks-replay.ts FILE...\` does the same with what Claude Code keeps of real sessions. Five public ones of 150 to 242 calls (an Elixir project) ask 14, 8, 17, 13 and 12 questions, where 10 are wanted; before one answer covered the like of it, they asked 22, 16, 25, 35 and 18.

What is left over ten, and why it stays: 22 of these 64 questions are HIGH and asked every time by promise (\`git push\`, \`rm\`, \`mix deps.get\`, \`npm install\`, \`git commit --no-verify\`, \`npx\` of what is not installed). Without them the sessions ask 8, 6, 10, 10 and 8. Of those, each \`python3 -c\` with another program text is a question of its own, since \`import json\` runs a json.py of the project; \`hooks.sandboxNative\` runs them unasked. A task of mix that nobody knows (\`ash.codegen\`, \`ecto.migrate\`) may change a database. Sourcing a script and running what it defines is new code every time. The replay has neither the dependencies nor the files of the project, so \`npx vitest\` counts as a download there.
`;
writeFileSync(join(import.meta.dirname, 'hooks.md'), page);
process.stdout.write(page);
// A host that is ending may still be writing.
rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
