import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What TypeScript's own language server answers, asked in the plainest way: nothing of ours stands between. */
export async function startTypescript(root: string): Promise<(place: Place) => Promise<string[]>> {
  const require = createRequire(createRequire(import.meta.url).resolve('typescript/package.json'));
  const own = require.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`);
  const child = spawn(join(dirname(own), 'lib/tsc'), ['--lsp', '--stdio'], { cwd: root });
  onTestFinished(() => void child.kill('SIGKILL'));
  const waiting = new Map<number, (result: unknown) => void>();
  let text = Buffer.alloc(0);
  let count = 0;
  const send = (message: object): void => {
    const json = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`);
  };
  child.stdout.on('data', (chunk: Buffer) => {
    text = Buffer.concat([text, chunk]);
    for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
      const length = Number(/\d+/.exec(text.toString('latin1', 0, end))?.[0]);
      if (text.length < end + 4 + length) return;
      const { id, method, result } = JSON.parse(text.toString('utf8', end + 4, end + 4 + length));
      text = text.subarray(end + 4 + length);
      if (method !== undefined && id !== undefined) send({ id, result: null });
      else waiting.get(id)?.(result);
    }
  });
  const request = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve) => {
      waiting.set(++count, resolve);
      send({ id: count, method, params });
    });
  await request('initialize', { processId: null, rootUri: pathToFileURL(root).href, capabilities: {} });
  send({ method: 'initialized', params: {} });
  return async ({ file, line, column }) => {
    const uri = pathToFileURL(join(root, file)).href;
    const document = {
      uri,
      languageId: 'typescript',
      version: 1,
      text: readFileSync(join(root, file), 'utf8'),
    };
    send({ method: 'textDocument/didOpen', params: { textDocument: document } });
    const ask = async (): Promise<string[]> => {
      const found = (await request('textDocument/references', {
        textDocument: { uri },
        position: { line: line - 1, character: column - 1 },
        context: { includeDeclaration: true },
      })) as { uri: string; range: { start: { line: number; character: number } } }[];
      // It names a place twice where a name stands for two things.
      return [
        ...new Set(
          found
            .filter((one) => fileURLToPath(one.uri).startsWith(root))
            .map(
              (one) =>
                `${relative(root, fileURLToPath(one.uri))}:${one.range.start.line + 1}:${one.range.start.character + 1}`,
            ),
        ),
      ];
    };
    // What it finds can depend on the types it has looked at before: the second answer knows them all.
    await ask();
    return ask();
  };
}
