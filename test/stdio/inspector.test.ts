import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serveForFile } from '../support/http.ts';
import { BIN, temporaryDirectory } from '../support/program.ts';

const INSPECTOR = join(import.meta.dirname, '../../node_modules/.bin/mcp-inspector');
const LIMIT_MS = 120_000;
const server = serveForFile();

/** What the command line of the MCP Inspector prints; it fails where the Inspector does. */
async function inspect(target: readonly string[], era: string, ...more: string[]) {
  const args = ['--cli', ...target, '--protocol-era', era, ...more];
  const { stdout } = await promisify(execFile)(INSPECTOR, args, {
    // It keeps a catalogue in the home directory.
    env: { PATH: process.env.PATH ?? '', HOME: temporaryDirectory() },
    maxBuffer: 67_108_864,
  });
  return JSON.parse(stdout) as { tools: { name: string }[]; content: { text: string }[] };
}

for (const era of ['modern', 'legacy']) {
  test(
    `the Inspector finds every tool portable and calls one over stdio, ${era}`,
    async () => {
      const root = temporaryDirectory();
      writeFileSync(join(root, 'poem.txt'), 'Roses\n');
      const target = [process.execPath, BIN, 'stdio', '--data-dir', temporaryDirectory(), '--root', root];
      // With --strict it ends with 6 where a schema is wrong.
      const { tools } = await inspect(target, era, '--method', 'tools/list', '--strict');
      expect(tools.length).toBeGreaterThan(100);
      const path = join(root, 'poem.txt');
      const call = ['--method', 'tools/call', '--tool-name', 'read_file', '--tool-arg', `path=${path}`];
      expect((await inspect(target, era, ...call)).content).toEqual([{ type: 'text', text: 'Roses\n' }]);
    },
    LIMIT_MS,
  );

  test(
    `the Inspector lists tools over HTTP, ${era}`,
    async () => {
      const { address, token } = server();
      const target = [`${address}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
      const { tools } = await inspect(target, era, '--method', 'tools/list', '--strict');
      expect(tools.map(({ name }) => name)).toContain('read_file');
    },
    LIMIT_MS,
  );
}
