// What a server for files, searches and git costs at least: a hand-written loop without a check of any kind. It reads
// as servers do, without keeping everybody waiting for the disk; with BENCH_BLOCKING, at once.
import { spawn } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

interface Request {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly name: string; readonly arguments: Readonly<Record<string, string>> };
}

type Work = (args: Readonly<Record<string, string>>) => string | Promise<string>;

const { BENCH_RG = 'rg', BENCH_BLOCKING } = process.env;

/** No model is shown 50 MB. */
const MOST_SHOWN = 45_000;

const WORKS: Readonly<Record<string, Work>> = {
  read_file: ({ path = '' }) => (BENCH_BLOCKING ? readFileSync(path, 'utf8') : readFile(path, 'utf8')),
  list_directory: ({ path = '' }) =>
    readdirSync(path, { withFileTypes: true })
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .join('\n'),
  list_with_sizes: ({ path = '' }) =>
    readdirSync(path)
      .map((name) => `${name}  ${lstatSync(`${path}/${name}`).size}`)
      .join('\n'),
  search_text: ({ path, query = '' }) => output(BENCH_RG, ['-n', '--column', '-F', '-e', query, './'], path),
  search_files: ({ path, pattern = '' }) => output(BENCH_RG, ['--files', '-g', pattern, './'], path),
  run_command: async ({ command = '' }) =>
    (await output('bash', ['-c', command], undefined)).slice(-MOST_SHOWN),
  git_status: ({ path }) => output('git', ['status', '--porcelain=v2', '--branch', '-z'], path),
  git_log: ({ path }) => output('git', ['log', '-n', '10'], path),
  git_diff: ({ path }) => output('git', ['diff'], path),
};

function output(program: string, args: readonly string[], cwd: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.once('error', reject);
    child.once('close', () => resolve(Buffer.concat(parts).toString()));
  });
}

const LIST = {
  tools: Object.keys(WORKS).map((name) => ({ name, description: name, inputSchema: { type: 'object' } })),
};
const INFO = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'floor', version: '1.0.0' },
};

async function resultOf({ method, params }: Request): Promise<object> {
  if (method !== 'tools/call') return method === 'tools/list' ? LIST : INFO;
  const text = await WORKS[params?.name ?? '']?.(params?.arguments ?? {});
  return { content: [{ type: 'text', text }] };
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) void answer(JSON.parse(line) as Request);
});

async function answer(request: Request): Promise<void> {
  if (request.id === undefined) return;
  const result = await resultOf(request);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, result })}\n`);
}
