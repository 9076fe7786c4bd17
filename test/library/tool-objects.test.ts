import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CommandParser,
  ContextToolImpl,
  PermissionDeniedError,
  PermissionManager,
  ProcessRunner,
  RAGToolImpl,
  SecureToolWrapper,
  ShellToolImpl,
  ToolError,
  WebSearchToolImpl,
} from 'toolgate';
import { expect, test } from 'vitest';
import { createSecureTools } from '../../examples/secure-tools.ts';
import { temporaryDirectory } from '../support/program.ts';
import { makeToolgate } from '../support/toolgate.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** Runs an example as its user would, in a home of its own. */
async function runExample(file: string, ...args: string[]): Promise<string> {
  const home = temporaryDirectory();
  const project = join(home, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'hello.txt'), '');
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home };
  const { stdout } = await promisify(execFile)(process.execPath, [join(EXAMPLES, file), ...args], {
    cwd: project,
    env,
    timeout: 25_000,
  });
  return stdout;
}

test('example: the secure tools list a directory, and a wiped disk is refused', async () => {
  expect(await runExample('secure-tools.ts')).toMatch(
    /^true hello\.txt\n\nPermission denied for shell operation: .*\n$/,
  );
});

test('example: output comes as it is printed, and the program ends by itself', async () => {
  expect(await runExample('streaming.ts')).toMatch(/^1\n2\n3\n\S+: completed\n$/);
});

test('a wrapped command runs with permission, and not without', async () => {
  const answers = [false, true];
  const toolgate = await makeToolgate({ approve: () => answers.shift() });
  const { shell } = createSecureTools(toolgate);
  const command = 'touch made.txt';
  const made = join(toolgate.root, 'made.txt');
  await expect(shell.execute({ command })).rejects.toThrow(PermissionDeniedError);
  expect(existsSync(made)).toBe(false);
  expect(await shell.execute({ command })).toMatchObject({ success: true, data: { exitCode: 0 } });
  expect(existsSync(made)).toBe(true);
  // One grant, one call; and nobody is asked twice about one call.
  expect(answers).toEqual([]);
  expect(toolgate.approvals.list('pending')).toEqual([]);
});

test('a command that fails says how, in the words of the envelope', async () => {
  const toolgate = await makeToolgate();
  const shell = new ShellToolImpl(toolgate);
  expect(await shell.execute({ command: 'echo out; echo err >&2; exit 2', timeout: 5000 })).toEqual({
    success: false,
    data: { stdout: 'out\n', stderr: 'err\n', exitCode: 2, duration: expect.any(Number) },
    error: expect.any(String),
    metadata: expect.objectContaining({ code: 'EXEC_FAILED', durationMs: expect.any(Number) }),
  });
});

test('requestPermission says what the gate decides, and a grant is good for one call', async () => {
  const toolgate = await makeToolgate({
    approve: ({ args, client }) => (client === 'agent-id' ? args.path === 'yes.txt' : undefined),
  });
  const manager = new PermissionManager(toolgate);
  const request = (tool: string, args: Record<string, unknown>) =>
    manager.requestPermission({
      id: `id-${JSON.stringify(args)}`,
      operation: { tool, args },
      agent: 'agent-id',
      context: 'a test',
      timestamp: Date.now(),
    });
  expect(await request('list_directory', { path: '.' })).toMatchObject({ granted: true, risk: 'SAFE' });
  expect(await request('read_file', { path: '/etc/passwd' })).toMatchObject({
    granted: false,
    code: 'OUTSIDE_ROOT',
  });
  const write = { path: 'yes.txt', content: 'x' };
  expect(await request('write_file', { ...write, path: 'no.txt' })).toMatchObject({
    granted: false,
    risk: 'MEDIUM',
    code: 'PERMISSION_DENIED',
  });
  expect(await request('write_file', write)).toMatchObject({ granted: true, approvalId: expect.any(String) });
  const call = (agent: string) => toolgate.call('write_file', write, { agent, waitMs: 0 });
  expect(await call('somebody-else')).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
  expect(await call('agent-id')).toMatchObject({ ok: true });
});

test("a tool of the program's own shape is asked about, recorded and run", async () => {
  const ran: unknown[] = [];
  const mine = {
    name: 'Send mail',
    description: 'Send a mail.',
    schema: { parameters: { to: { type: 'string', description: 'Address' } }, required: ['to'] },
    execute: async (params: { to: string }) => {
      ran.push(params);
      return { success: true, data: { sent: params.to } };
    },
  };
  const answers = [false, true];
  const toolgate = await makeToolgate({ approve: () => answers.shift() });
  const wrapped = new SecureToolWrapper(mine, new PermissionManager(toolgate), 'agent-id');
  await expect(wrapped.execute({ to: 'a' })).rejects.toThrow('Permission denied for Send mail operation');
  expect(ran).toEqual([]);
  expect(await wrapped.execute({ to: 'a' })).toEqual({ success: true, data: { sent: 'a' } });
  expect(ran).toEqual([{ to: 'a' }]);
  // @ts-expect-error: the gate checks what the compiler would have.
  await expect(wrapped.execute({ to: 1 })).rejects.toThrow('"to" is 1');
  expect(toolgate.tools.map(({ name }) => name)).toContain('send_mail');
  const record = await toolgate.host.auditReader.query({ tool: 'send_mail', limit: 20 });
  expect(record.map(({ kind }) => kind)).toContain('outcome');
});

test('executeAsync streams, tells its status, and kill ends the whole group', async () => {
  const toolgate = await makeToolgate({ approve: () => true });
  const shell = new ShellToolImpl(toolgate);
  const done = await shell.executeAsync({ command: 'echo one; echo two >&2; printf three' });
  const chunks: string[] = [];
  for await (const chunk of done.output) chunks.push(chunk);
  expect(chunks.join('').trimEnd().split('\n').sort()).toEqual(['one', 'three', 'two']);
  expect(done.status).toBe('completed');
  const failed = await shell.executeAsync({ command: 'exit 3' });
  await expect.poll(() => failed.status, { timeout: 20_000 }).toBe('failed');
  const long = await shell.executeAsync({ command: 'echo start; sleep 1000' });
  const iterator = long.output[Symbol.asyncIterator]();
  expect(await iterator.next()).toEqual({ done: false, value: 'start\n' });
  expect(long.status).toBe('running');
  await shell.kill(long.id);
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
  expect(long.status).toBe('failed');
});

test('more lines than a page holds arrive in order and complete', async () => {
  const toolgate = await makeToolgate();
  const shell = new ShellToolImpl(toolgate);
  const { output } = await shell.executeAsync({ command: 'seq 1 3000' });
  const chunks: string[] = [];
  for await (const chunk of output) chunks.push(chunk);
  expect(chunks.join('')).toBe(Array.from({ length: 3000 }, (_, at) => `${at + 1}\n`).join(''));
});

test('the context tool reads, finds and understands code', async () => {
  const toolgate = await makeToolgate();
  const context = new ContextToolImpl(toolgate);
  const long = Array.from({ length: 5000 }, (_, at) => `// line ${at}`).join('\n');
  const code = `import { join } from 'node:path';\nexport function area(w: number): number {\n  return w;\n}\narea(1);\n`;
  writeFileSync(join(toolgate.root, 'long.ts'), long);
  writeFileSync(join(toolgate.root, 'a.ts'), code);
  expect(await context.readFile('long.ts')).toEqual({
    path: join(toolgate.root, 'long.ts'),
    content: long,
    language: 'typescript',
    size: long.length,
    lastModified: expect.any(Date),
  });
  expect(await context.findFiles('*.ts')).toEqual(['a.ts', 'long.ts']);
  expect(await context.analyzeCode('a.ts')).toMatchObject({
    language: 'typescript',
    imports: [{ module: 'node:path', named: ['join'] }],
    functions: [{ name: 'area' }],
  });
  expect(await context.getSymbols('a.ts')).toMatchObject([
    { name: 'area', type: 'function', location: { file: 'a.ts', line: 2, column: 17 } },
  ]);
  expect(await context.findReferences('area')).toMatchObject([
    { line: 2 },
    { file: 'a.ts', line: 5, column: 1 },
  ]);
  expect(await context.getDependencies('a.ts')).toMatchObject([{ type: 'builtin' }]);
  await expect(context.readFile('missing.ts')).rejects.toThrow(ToolError);
  expect(await context.execute({ path: 'a.ts' })).toMatchObject({ success: true, data: { content: code } });
});

test('the knowledge tool indexes, queries, filters, updates and deletes', async () => {
  const toolgate = await makeToolgate({ approve: () => true });
  const rag = new RAGToolImpl(toolgate);
  const collection = 'vue-docs';
  const documents = [
    { id: 'composition', content: 'The Composition API uses reactive refs.', metadata: { category: 'api' } },
    { id: 'router', content: 'The router maps paths to components.', metadata: { category: 'guide' } },
  ];
  expect(await rag.index({ collection, documents })).toMatchObject({
    success: true,
    data: { indexed: 2, collection },
  });
  const found = await rag.query({ query: 'reactive refs', topK: 1, collection });
  expect(found).toMatchObject({
    success: true,
    data: {
      results: [{ id: 'composition', relevanceScore: expect.any(Number) }],
      scores: [expect.any(Number)],
    },
  });
  const guides = await rag.query({ query: 'router', filter: { category: 'guide' }, collection });
  expect(guides.data?.results.map(({ id }) => id)).toEqual(['router']);
  await rag.update({ collection, id: 'router', document: { id: 'router', content: 'Navigation guards.' } });
  await rag.delete({ collection, ids: ['composition'] });
  const left = await rag.query({ query: 'guards refs', collection });
  expect(left.data?.results.map(({ id }) => id)).toEqual(['router']);
  expect(await rag.query({ query: 'x', collection: 'none' })).toMatchObject({
    success: false,
    metadata: { code: 'NOT_FOUND' },
  });
});

test('web search without a provider says which there are', async () => {
  const toolgate = await makeToolgate({ approve: () => true });
  const result = await new WebSearchToolImpl(toolgate).search({ query: 'toolgate' });
  expect(result).toMatchObject({ success: false, data: null, metadata: { code: 'UNAVAILABLE' } });
  expect(JSON.stringify(result)).toContain('TAVILY_API_KEY');
});

test('ProcessRunner runs without a shell, with output on both streams that would fill a pipe', async () => {
  const toolgate = await makeToolgate({ approve: () => true });
  const runner = new ProcessRunner(toolgate);
  const echoed = await runner.runAsync('echo', ['a  b', '$HOME']);
  expect(echoed).toMatchObject({
    exitCode: 0,
    standardOutput: 'a  b $HOME\n',
    standardError: '',
    success: true,
  });
  const line = `${'x'.repeat(60)}\n`;
  const flood = `for (const s of [process.stdout, process.stderr]) s.write(${JSON.stringify(line)}.repeat(4000))`;
  const large = await runner.runAsync('node', ['-e', flood]);
  expect(large.standardOutput).toBe(line.repeat(4000));
  expect(large.standardError).toBe(line.repeat(4000));
  expect(large.truncated).toBe(false);
  const endless = await runner.runAsync('seq', ['1', '50000']);
  expect(endless).toMatchObject({ exitCode: 0, truncated: true });
  expect(endless.standardOutput).toMatch(/^1\n2\n.*50000\n$/s);
  const failed = await runner.runAsync('ls', ['missing']);
  expect(failed.success).toBe(false);
  expect(() => failed.throwIfFailed('ls missing')).toThrow(
    /^Command 'ls missing' failed with exit code 2\.\nls: /,
  );
  await expect(runner.runAsync('no-such-program', [])).rejects.toThrow('no-such-program');
  const stop = new AbortController();
  const slow = runner.runAsync('sleep', ['100'], undefined, stop.signal);
  await expect.poll(() => toolgate.host.inFlight, { timeout: 20_000 }).toBe(1);
  stop.abort();
  await expect(slow).rejects.toMatchObject({ code: 'CANCELLED' });
});

test('CommandParser splits as run_command does', () => {
  expect(CommandParser.parse('dotnet test "my project" --filter \'a b\' ""')).toEqual({
    executable: 'dotnet',
    arguments: ['test', 'my project', '--filter', 'a b', ''],
  });
  expect(() => CommandParser.parse('  ')).toThrow('The command is empty');
});
