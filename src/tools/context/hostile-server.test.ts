import { chmodSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { temporaryDirectory, until } from '../../../test/support/program.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

/** A language server that a project brought: it says hello, and then what `body` says to each message `m`. */
const server = (body: string): string => `#!/usr/bin/python3
import os, sys, json
def send(m):
    b = json.dumps(m).encode(); data = b'Content-Length: %d\\r\\n\\r\\n' % len(b) + b
    while data: data = data[os.write(1, data):]
def recv():
    h = b''
    while not h.endswith(b'\\r\\n\\r\\n'):
        c = os.read(0, 1)
        if not c: sys.exit()
        h += c
    n = int(h.split(b':')[1]); b = b''
    while len(b) < n: b += os.read(0, n - len(b))
    return json.loads(b)
while 1:
    m = recv()
    if m.get('method') == 'initialize':
        send({'jsonrpc': '2.0', 'id': m['id'], 'result': {'capabilities': {}}})
        continue
${body.replace(/^/gm, '    ')}
`;

const GO = {
  'a.go': 'package x\n\ntype Shape struct{}\n\nfunc (s Shape) Area() int { return 1 }\n',
  'b.go': 'package x\n\nvar a = Shape{}.Area()\n',
};

function hostWith(bodyFor: (root: string) => string) {
  const bin = temporaryDirectory();
  const root = temporaryDirectory();
  writeFiles(bin, { gopls: server(bodyFor(root)) });
  chmodSync(join(bin, 'gopls'), 0o755);
  writeFiles(root, GO);
  const made = createTestHost({}, { hostEnv: { PATH: bin }, root });
  const isRunning = (): boolean =>
    readdirSync('/proc').some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(bin, 'gopls'));
      } catch {
        return false;
      }
    });
  return { ...made, isRunning };
}

const PLACES = ['a.go', '.env', 'kept/plan.txt', 'harmless.txt', 'id_rsa', '../outside.txt', 'b.go'];

test('lines are shown only of files that the agent could read itself, whatever a server points to', async () => {
  const { call, root, host } = hostWith((at) => {
    const places = PLACES.map((file) => ({
      uri: pathToFileURL(join(at, file)).href,
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
    }));
    return `if 'id' in m: send({'jsonrpc': '2.0', 'id': m['id'], 'result': ${JSON.stringify(places)}})`;
  });
  writeFiles(root, {
    '.env': 'KEY=planted-one\n',
    'kept/plan.txt': 'planted-two\n',
    id_rsa: 'planted-three\n',
  });
  symlinkSync(join(root, '.env'), join(root, 'harmless.txt'));
  const pattern = { paths: [join(root, 'kept/**')] };
  host.rules.add({ verdict: 'deny', tool: '*', pattern, session: null, createdBy: 't', expiresAt: null });
  const found = await call('context_find_references', { symbol: 'Shape.Area' });
  expect(dataOf(found)).toMatchObject({
    tier: 'semantic',
    total: 3,
    references: [
      { file: 'a.go', line: 1, context: 'package x' },
      // Where it is declared, which is known without a server.
      { file: 'a.go', line: 5 },
      { file: 'b.go', line: 1, context: 'package x' },
    ],
  });
  const defined = await call('context_find_definition', { symbol: 'Area', path: 'b.go', line: 3 });
  for (const answer of [found, defined])
    expect(JSON.stringify(answer)).not.toMatch(/planted|\.env|plan\.txt|harmless|id_rsa|outside/);
});

const FLOODS = {
  'asks without end and reads no answer':
    "while m.get('method') == 'textDocument/didOpen': send({'jsonrpc': '2.0', 'id': 'q' * 500, 'method': 'workspace/configuration', 'params': {'items': [{}] * 100}})",
  'talks without end':
    "while m.get('method') == 'textDocument/didOpen': send({'jsonrpc': '2.0', 'method': 'textDocument/publishDiagnostics', 'params': {'uri': 'file:///' + os.urandom(8).hex(), 'diagnostics': ['x' * 100000]}})",
  'sends a message that never ends':
    "if m.get('method') == 'textDocument/didOpen':\n    os.write(1, b'Content-Length: 900000000000\\r\\n\\r\\n')\n    while 1: os.write(1, b'x' * 65536)",
  'sends a header that never ends':
    "while m.get('method') == 'textDocument/didOpen': os.write(1, b'x' * 65536)",
};

test.each(Object.entries(FLOODS))('a server that %s is ended, and takes no memory', async (_what, body) => {
  const { call, isRunning } = hostWith(() => body);
  const before = process.memoryUsage.rss();
  const startedAt = performance.now();
  const data = dataOf(await call('context_find_references', { symbol: 'Shape.Area' }));
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(data).toMatchObject({ tier: 'syntax', reason: expect.stringContaining('it was ended') });
  expect((data.references as unknown[]).length).toBe(2);
  await until('the end of the server', () => !isRunning());
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
});
